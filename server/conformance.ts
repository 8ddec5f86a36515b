/** The program behind `npm run conformance -- …`: checks a back end against the contract. See docs/upstream.md. */
import { mediaTypeIn } from '../app/platform/request/env.server';
import { checkBackEnd } from './conformance/check';
import { isWanting, reportOf } from './conformance/report';
import { readOptions } from './program-options';

const help = `Checks a back end against the contract of the members area, call by call.

  npm run conformance -- --url https://api.example.org/api --token TOKEN

  --url    base of the calls
  --token  bearer token of a member; CONFORMANCE_TOKEN in the environment works too, and keeps it out of the history
  --write  also makes calls that write, with an empty body, which has to be refused
  --json   prints the findings as JSON

Bodies have the Content-Type of UPSTREAM_VENDOR and UPSTREAM_VERSION in the environment.

It ends with 1 if an answer differs, or if a call that every page needs is missing.`;

process.exitCode = await run();

async function run(): Promise<number> {
  const { values, code } = readOptions(
    { url: { type: 'string' }, token: { type: 'string' }, write: { type: 'boolean' }, json: { type: 'boolean' } },
    help,
  );
  if (!values) return code;
  const token = values.token ?? process.env.CONFORMANCE_TOKEN;
  if (!values.url || !URL.canParse(values.url) || !token) {
    console.error('Give --url and --token. `--help` shows how.');
    return 2;
  }
  const mediaType = mediaTypeIn(process.env);
  const findings = await checkBackEnd({ url: values.url, token, mediaType, write: values.write ?? false });
  console.log(values.json ? JSON.stringify(findings, null, 2) : reportOf(findings));
  return isWanting(findings) ? 1 : 0;
}
