// Imported first by every command: whoever has an older Node reads a sentence, not a stack trace.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Almende needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  console.error('Get a current one from https://nodejs.org, or run `nvm install` here, and try again.');
  process.exit(1);
}
