/** Steps of a change of e-mail address, for tests. */
import type { Answer, Club } from '../identity.testing';

export const newEmail = 'mia.new@example.org';

/** Returns the last mail to the address with this subject. */
export async function findMailTo(club: Club, to: string, subject: string) {
  return (await club.mails()).filter((mail) => mail.to === to && mail.subject.startsWith(subject)).at(-1);
}

const readCode = async (club: Club, to: string, subject: string): Promise<string> =>
  ((await findMailTo(club, to, subject))?.subject ?? '').replace(/\D/g, '');

/** Requests the change with the code of the verification step, which went to the member's address. */
export async function ask(club: Club, token: string, email = newEmail, from = 'mia@example.org'): Promise<Answer> {
  const step = { action: 'email.change', context: email.trim().toLowerCase() };
  await club.post('/user/request-verification-code', step, { token });
  const proof = { verification_method: 'email', verification_code: await readCode(club, from, 'Your code') };
  return club.post('/user/email-change', { email, ...proof }, { token });
}

export const mailedCode = (club: Club, to = newEmail): Promise<string> =>
  readCode(club, to, 'Confirm your new address');

export const confirm = (club: Club, token: string, code: string): Promise<Answer> =>
  club.post('/user/email-change/confirm', { one_time_code: code }, { token });

/** Makes the whole change. Returns the token of the link in the notice to the old address. */
export async function change(club: Club, token: string, to = newEmail, from = 'mia@example.org'): Promise<string> {
  await ask(club, token, to, from);
  const answer = await confirm(club, token, await mailedCode(club, to));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return revertToken(club, from);
}

const revertToken = async (club: Club, to = 'mia@example.org'): Promise<string> =>
  (await findMailTo(club, to, 'Your e-mail address at'))?.links[0]?.split('/').at(-1) ?? '';

export const revert = async (club: Club, token: string): Promise<string> =>
  (await club.post('/auth/email-change/revert', { token })).body.status;
