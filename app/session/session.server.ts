import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { forgetChat } from '../platform/chat-memory.server';
import { env } from '../platform/env.server';
import { homePath, startSession } from '../platform/gates.server';
import { isLanguage } from '../platform/modules';
import { postedForm } from '../platform/posted-form.server';
import { addDeviceToken, preferenceCookies } from '../platform/preferences.server';
import type { RequestContext } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';
import { clearGhost, clearMember } from '../platform/session.server';

export type LoginAnswer = z.output<
  (typeof contract.identity.answerTwoFactorChallenge.responses)[200]['content']['application/json']['schema']
>;
type SignInAnswer = z.output<(typeof contract.identity.login.responses)[200]['content']['application/json']['schema']>;

/** Ends a sign-in call: the second factor when upstream asks for it, else the session and the page to go to. */
export async function continueSignIn(current: RequestContext, answer: SignInAnswer, email: string): Promise<Response> {
  if (!('two_factor' in answer)) return redirect(current, await openMemberSession(current, answer));
  current.session.set('challenge', { challenge: answer.challenge, methods: answer.methods, email });
  return redirect(current, '/login/two-factor');
}

/**
 * Stores the answer and tells where to go: the remembered page, else home
 * (specification, section 2, navigation rules). A mailed link may come to somebody who is signed in: that session ends.
 */
export async function openMemberSession(current: RequestContext, answer: LoginAnswer): Promise<string> {
  await endSession(current, 'member');
  startSession(current, answer);
  if (isLanguage(answer.user.language)) current.setLanguage(answer.user.language);
  if (answer.device_token) {
    const tokens = addDeviceToken(current.preferences.deviceToken, answer.device_token);
    current.setCookie(await preferenceCookies().device.serialize(tokens));
  }
  const remembered = current.session.get('redirectAfterLogin');
  current.session.unset('redirectAfterLogin');
  return remembered ?? homePath(env().modules);
}

/** Revokes the token upstream; a failure there never keeps the member signed in here. Of ghost mode nothing is kept. */
export async function endSession(current: RequestContext, keep: 'member' | 'nothing') {
  const { session } = current;
  const isGhost = session.has('ghost');
  if (session.get('token')) {
    const call = current.api.attempt(isGhost ? contract.ghost.leaveGhostMode : contract.identity.logout);
    await call.catch(() => undefined);
  }
  if (keep === 'member' && !isGhost) return session.unset('token');
  if (isGhost) clearGhost(session, 'left');
  else clearMember(session);
  await forgetChat(current);
}

type GhostAnswer = z.output<
  (typeof contract.ghost.enterGhostMode.responses)[200]['content']['application/json']['schema']
>;

/**
 * Staff see a member's area from here on, in the language that they read. Whoever was signed in here is so no longer,
 * and the member's address is kept for no form.
 */
export async function openGhostSession(current: RequestContext, answer: GhostAnswer): Promise<string> {
  await endSession(current, 'nothing');
  startSession(current, answer);
  return homePath(env().modules);
}

/** The token that the reCAPTCHA script may have put into the posted form. */
export async function recaptchaToken(current: RequestContext): Promise<{ recaptcha_token?: string }> {
  const token = (await postedForm(current)).sent.get('recaptcha_token');
  return typeof token === 'string' && token !== '' ? { recaptcha_token: token } : {};
}
