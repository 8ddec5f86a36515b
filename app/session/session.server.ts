import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { forgetChat } from '../chat/chat-memory.server';
import { isLanguage } from '../platform/page/modules';
import { homePath } from '../platform/request/home.server';
import { startSession } from '../platform/request/member-session.server';
import { postedForm } from '../platform/request/posted-form.server';
import { addDeviceToken, preferenceCookies } from '../platform/request/preferences.server';
import type { RequestContext } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';
import { clearGhost, clearMember, clearToken } from '../platform/request/session.server';

export type LoginAnswer = z.output<
  (typeof contract.identity.answerTwoFactorChallenge.responses)[200]['content']['application/json']['schema']
>;
type SignInAnswer = z.output<(typeof contract.identity.login.responses)[200]['content']['application/json']['schema']>;

/** Answers a sign-in call: asks for the second factor if upstream does, otherwise opens the session and redirects. */
export async function continueSignIn(current: RequestContext, answer: SignInAnswer, email: string): Promise<Response> {
  if (!('two_factor' in answer)) return redirect(current, await openMemberSession(current, answer));
  current.session.set('challenge', { challenge: answer.challenge, methods: answer.methods, email });
  return redirect(current, '/login/two-factor');
}

/**
 * Opens the session and returns where to go: the remembered page, or home
 * (specification, section 2, navigation rules). A mailed link may reach a member who is signed in: that session ends.
 */
export async function openMemberSession(current: RequestContext, answer: LoginAnswer): Promise<string> {
  const known = current.session.get('user');
  await endSession(current, 'member');
  startSession(current, answer);
  // The page that one member of this browser had open is not shown to another one.
  if (known && known.id !== answer.user.id) current.session.unset('redirectAfterLogin');
  if (isLanguage(answer.user.language)) current.setLanguage(answer.user.language);
  if (answer.device_token) {
    const tokens = addDeviceToken(current.preferences.deviceToken, answer.device_token);
    current.setCookie(await preferenceCookies().device.serialize(tokens));
  }
  const remembered = current.session.get('redirectAfterLogin');
  current.session.unset('redirectAfterLogin');
  return remembered ?? homePath();
}

/**
 * Revokes the token upstream. A failure there never keeps the member signed in here. Ghost mode leaves nothing behind.
 */
export async function endSession(current: RequestContext, keep: 'member' | 'nothing') {
  const { session } = current;
  const isGhost = session.has('ghost');
  if (session.get('token')) {
    const call = current.api.attempt(isGhost ? contract.ghost.leaveGhostMode : contract.identity.logout);
    await call.catch(() => undefined);
  }
  if (keep === 'member' && !isGhost) return clearToken(session);
  if (isGhost) clearGhost(session, 'left');
  else clearMember(session);
  await forgetChat(current);
}

type GhostAnswer = z.output<
  (typeof contract.ghost.enterGhostMode.responses)[200]['content']['application/json']['schema']
>;

/**
 * Opens a member's area for staff, in the language that they read. It ends the session that was open in this browser,
 * and no form keeps the member's e-mail address.
 */
export async function openGhostSession(current: RequestContext, answer: GhostAnswer): Promise<string> {
  await endSession(current, 'nothing');
  startSession(current, answer);
  return homePath();
}

/** Returns the token that the reCAPTCHA script may have added to the posted form. */
export async function recaptchaToken(current: RequestContext): Promise<{ recaptcha_token?: string }> {
  const token = (await postedForm(current)).sent.get('recaptcha_token');
  return typeof token === 'string' && token !== '' ? { recaptcha_token: token } : {};
}
