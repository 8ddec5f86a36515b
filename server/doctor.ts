/** The program behind `npm run doctor`: names what is wrong or risky in an installation. See docs/deployment.md. */
import { examine } from './doctor/examine';
import { isIll, reportOf } from './doctor/report';
import { readOptions } from './program-options';

const help = `Reads the settings, tries what they name, and says what is wrong or risky, and what to do about it.

  npm run doctor
  sudo npm run doctor -- --settings /etc/almende/almende.env

  --settings  a file of settings, as systemd reads it; the environment takes precedence
  --json      prints the findings as JSON

It changes nothing and sends no mail. It ends with 1 if something is wrong.`;

process.exitCode = await run();

async function run(): Promise<number> {
  const { values, code } = readOptions({ settings: { type: 'string' }, json: { type: 'boolean' } }, help);
  if (!values) return code;
  const file = values.settings ?? null;
  try {
    if (file) process.loadEnvFile(file);
  } catch (error) {
    console.error(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    return 2;
  }
  const findings = await examine(process.env, file);
  console.log(values.json ? JSON.stringify(findings, null, 2) : reportOf(findings));
  return isIll(findings) ? 1 : 0;
}
