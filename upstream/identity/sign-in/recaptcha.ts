import { z } from '@hono/zod-openapi';
import type { Deps } from '../../deps';
import type { Caller } from '../../members/caller';

const Verdict = z.object({ success: z.boolean(), score: z.number().optional() });

/**
 * Returns whether reCAPTCHA vouches for the caller (Google's `siteverify` call; a score of at least 0.5 if it gives
 * one). Returns false without a token, and if the service fails or takes over 3 seconds. Stricter limits then apply,
 * but reCAPTCHA never blocks anybody.
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
