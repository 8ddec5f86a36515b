// Every command imports this first, so that an older Node shows a sentence and not a stack trace.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Almende needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  console.error('Get a current one from https://nodejs.org, or run `nvm install` here, and try again.');
  process.exit(1);
}
