import { apiBaseOf } from '../../app/platform/request/api-transport.server';
import type { ServerConfig } from '../config';
import { checkClockOf } from './clock';
import { type Finding, findingsOf, reasonOf } from './finding';

const { fine, risky, wrong } = findingsOf('back end');

/** Asks a foreign back end for what every page needs, without a token, which it has to refuse. */
export async function checkBackEnd({ web }: ServerConfig): Promise<Finding[]> {
  if (!web.upstreamUrl) return [];
  const url = `${apiBaseOf(web.upstreamUrl)}/user/header`;
  const before = Date.now();
  let answer: Response;
  try {
    answer = await fetch(url, {
      headers: { accept: 'application/json', 'content-type': web.upstreamMediaType },
      redirect: 'manual',
      signal: AbortSignal.timeout(web.upstreamTimeoutMs),
    });
  } catch (error) {
    return [wrong(`${url} cannot be reached: ${reasonOf(error)}`, 'Check UPSTREAM_URL.')];
  }
  await answer.body?.cancel();
  const found = [...judge(url, answer.status), ...checkClockOf('back end', 'the back end', answer, before)];
  if (new URL(url).protocol === 'http:' && web.production)
    found.push(risky('UPSTREAM_URL is http: on a network that others use, they can read passwords.', 'Use https.'));
  return found.length > 0 ? found : [fine(`${url} answers. npm run conformance tells whether it keeps the contract.`)];
}

function judge(url: string, status: number): Finding[] {
  if (status === 401) return [];
  if (status === 404)
    return [wrong(`${url} is not there (404).`, 'UPSTREAM_URL is the base of the calls, often with /api at its end.')];
  if (status >= 300 && status < 400)
    return [wrong(`${url} redirects (${status}).`, 'Name the address that it leads to.')];
  return [wrong(`${url} answers ${status} without a token, where 401 is expected.`, 'See docs/upstream.md.')];
}
