import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import type { RouteHandle } from '../platform/page/handle';
import { qrCode } from '../platform/page/qr-code.server';
import type { Failure } from '../platform/request/failure.server';
import { type Member, requireMember } from '../platform/request/gates.server';
import { keepToken } from '../platform/request/member-session.server';
import { postedForm } from '../platform/request/posted-form.server';
import type { Args } from '../platform/request/request-context.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { beginSchema, confirmSchema, shownCodes } from './two-factor.schema';

export const TWO_FACTOR = '/settings/2fa';

/** Loads the state of two-factor sign-in, with the secret while a set-up is open. */
export async function loadTwoFactor(current: Member) {
  const { enabled_at, recovery_codes_left, setup } = await current.api.call(contract.twoFactor.getTwoFactor);
  const { user } = current.member;
  return {
    enabledAt: enabled_at,
    codesLeft: recovery_codes_left,
    // A screen does not damage the code, so the lowest error correction is enough.
    setup: setup && {
      key: inGroups(setup.secret),
      url: setup.otpauth_url,
      qr: qrCode(setup.otpauth_url, { ecc: 'L' }),
    },
    hasPassword: user.has_password !== false,
    email: user.email,
  };
}

/** Groups of four, for people who type the secret. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** Requests a secret. The page shows it until the set-up ends. */
export async function begin(args: Args, current: Member) {
  const form = await parseForm(args, beginSchema(current.member.user.has_password !== false));
  if (!form.value) return form.reply();
  const { password } = form.value;
  const answer = await current.api.attempt(contract.twoFactor.beginTwoFactor, { json: { password } });
  if (answer.ok) return redirect(current, TWO_FACTOR);
  return (await whenItStandsOtherwise(current, answer.failure)) ?? form.reply(answer.failure);
}

/**
 * Switches two-factor sign-in on, or cancels the set-up. A correct code answers with the page of the recovery codes,
 * without a redirect, because nothing keeps the codes for another page. A second submission finds it already on and
 * redirects to the overview.
 */
export async function confirm(args: Args, current: Member) {
  const form = await parseForm(args, confirmSchema);
  if (!form.value) return form.reply();
  const { intent, one_time_password = '' } = form.value;
  if (intent === 'cancel') {
    const answer = await current.api.attempt(contract.twoFactor.cancelTwoFactor);
    return answer.ok ? redirect(current, TWO_FACTOR) : form.reply(answer.failure);
  }
  const answer = await current.api.attempt(contract.twoFactor.confirmTwoFactor, { json: { one_time_password } });
  if (answer.ok) {
    keepToken(current, answer.data.token);
    return { codes: answer.data.recovery_codes };
  }
  return (await whenItStandsOtherwise(current, answer.failure)) ?? form.reply(answer.failure);
}

/** Redirects a form of an outdated page to the current state, with a message. */
async function whenItStandsOtherwise(current: Member, { code }: Failure): Promise<Response | null> {
  const text = CONFLICTS[code ?? ''];
  return text ? redirectWithFlash(current, TWO_FACTOR, { kind: 'warning', text }) : null;
}

const CONFLICTS: Record<string, string> = {
  two_factor_on: 'settings:two_factor.conflict.on',
  two_factor_setup_over: 'settings:two_factor.conflict.over',
};

/** Returns the member if two-factor sign-in is on. Otherwise redirects to the overview. */
export async function requireTwoFactor(args: Args, handle: RouteHandle): Promise<Member> {
  const current = await requireMember(args, handle);
  if (!current.member.user.google2fa_enabled_at) throw await redirect(current, TWO_FACTOR);
  return current;
}

/** Returns the recovery codes that the posted form sent back, or null without any. */
export async function postedCodes(current: Member): Promise<string[] | null> {
  const { fields } = await postedForm(current);
  const codes = shownCodes.safeParse(fields.getAll('recovery_codes'));
  return codes.success ? codes.data : null;
}
