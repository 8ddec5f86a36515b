import { z } from '@hono/zod-openapi';
import type { Deps } from '../deps';
import type { Caller } from './caller';

const Verdict = z.object({ success: z.boolean(), score: z.number().optional() });

/**
 * Whether reCAPTCHA vouches for the caller (Google's `siteverify` call; score of 0.5 or more where it gives one).
 * Without a token, and when the service fails or takes over 3 seconds, nobody is vouched for: stricter limits hold then,
 * but it is never a wall.
 */
export async function isVouchedFor(deps: Deps, token: string | undefined, caller: Caller): Promise<boolean> {
  const { recaptcha } = deps.config;
  if (!recaptcha || !token) return false;
  try {
    const response = await fetch(recaptcha.verifyUrl, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({
        secret: recaptcha.secret,
        response: token,
        ...(caller.ip && { remoteip: caller.ip }),
      }),
      signal: AbortSignal.timeout(3000),
    });
    const { success, score } = Verdict.parse(await response.json());
    return success && (score ?? 1) >= 0.5;
  } catch (error) {
    deps.log.warn(
      { requestId: caller.requestId, reason: error instanceof Error ? error.name : 'unknown' },
      'reCAPTCHA gave no verdict',
    );
    return false;
  }
}
