/** The identity calls of the contract that need no bearer token. */
import type { Context } from 'hono';
import * as calls from '../contract/identity';
import * as referralCalls from '../contract/referrals';
import * as registrationCalls from '../contract/registration';
import type { Deps } from '../deps';
import type { Api, Env } from '../http/env';
import { showAllowance } from '../http/throttle';
import { callerOf } from '../members/caller';
import { mountApiTokens } from './api-tokens/api-tokens.api';
import { mountDevices } from './devices/devices.api';
import { mountEmailChange } from './email-change/email-change.api';
import { mountGhostMode } from './ghost/ghost.api';
import { watchGhosts } from './ghost/ghost-gate';
import { textsIn } from './identity.texts';
import { type HeaderBlocks, mountMemberCalls } from './identity-member.api';
import { requestLink, workMailedLinks } from './recovery/mailed-links';
import { resetPassword } from './recovery/recovery';
import { getReferral } from './referrals/referrals';
import { verifyEmail } from './registration/email-verification';
import { checkApplication, register } from './registration/registration';
import { type PasswordSignIn, signInWithPassword } from './sign-in/sign-in';
import { signInWithToken } from './sign-in/sign-in-tokens';
import { mountTwoFactor } from './two-factor/two-factor.api';
import { answerChallenge } from './two-factor/two-factor-challenge';
import { mountVerification } from './verification/verification.api';
import type { Subjects } from './verification/verification-purpose';

/**
 * Serves every call of `contract/identity`, `contract/registration`, `contract/devices`, `contract/terms` and
 * `contract/ghost`, and handles the module's jobs.
 * @param headerBlocks the header's blocks from other modules; without its block, an icon is off
 * @param subjects what other modules know about the contexts that mailed codes confirm
 */
export function mountIdentity(api: Api, deps: Deps, headerBlocks: HeaderBlocks = {}, subjects: Subjects = {}): void {
  api.use(watchGhosts(deps));
  mountSignIn(api, deps);
  mountRegistration(api, deps);
  mountReferrals(api, deps);
  mountVerification(api, deps, subjects);
  mountTwoFactor(api, deps);
  mountEmailChange(api, deps);
  mountGhostMode(api, deps);
  mountMemberCalls(api, deps, headerBlocks);
  mountApiTokens(api, deps);
  mountDevices(api, deps);
  workMailedLinks(deps);
}

function mountSignIn(api: Api, deps: Deps): void {
  const byPassword = async (c: Context<Env>, input: PasswordSignIn) => {
    const { answer, allowance } = await signInWithPassword(deps, input, callerOf(c));
    showAllowance(c, allowance);
    return answer;
  };
  api.openapi(calls.login, async (c) => c.json(await byPassword(c, c.req.valid('json')), 200));
  api.openapi(calls.unlock, async (c) => c.json(await byPassword(c, c.req.valid('json')), 200));
  api.openapi(calls.answerTwoFactorChallenge, async (c) =>
    c.json(await answerChallenge(deps, c.req.valid('json'), callerOf(c)), 200),
  );
  api.openapi(calls.signInWithToken, async (c) =>
    c.json(await signInWithToken(deps, c.req.valid('json'), callerOf(c)), 200),
  );
}

function mountRegistration(api: Api, deps: Deps): void {
  api.openapi(registrationCalls.checkApplication, async (c) => {
    await checkApplication(deps, c.req.valid('json'), callerOf(c));
    return c.body(null, 204);
  });
  api.openapi(registrationCalls.register, async (c) => {
    const { allowance } = await register(deps, c.req.valid('json'), callerOf(c));
    showAllowance(c, allowance);
    return c.json({ message: textsIn(c.get('language')).registered }, 202);
  });
  api.openapi(calls.verifyEmail, async (c) =>
    c.json({ status: await verifyEmail(deps, c.req.valid('json'), callerOf(c)) }, 200),
  );
  api.openapi(calls.resendVerification, async (c) => {
    await requestLink(deps, 'verification', c.req.valid('json'), callerOf(c));
    return c.json({ message: textsIn(c.get('language')).verificationSent }, 200);
  });
  api.openapi(calls.recover, async (c) => {
    await requestLink(deps, 'password-reset', c.req.valid('json'), callerOf(c));
    return c.json({ message: textsIn(c.get('language')).recoverSent }, 200);
  });
  api.openapi(calls.requestUnlockLink, async (c) => {
    await requestLink(deps, 'unlock', c.req.valid('json'), callerOf(c));
    return c.json({ message: textsIn(c.get('language')).unlockSent }, 200);
  });
  api.openapi(calls.resetPassword, async (c) => {
    await resetPassword(deps, c.req.valid('json'), callerOf(c));
    return c.json({ message: textsIn(c.get('language')).passwordSet }, 200);
  });
}

function mountReferrals(api: Api, deps: Deps): void {
  api.openapi(referralCalls.getReferral, async (c) =>
    c.json(await getReferral(deps, c.req.valid('param').ref_hash, callerOf(c)), 200),
  );
}
