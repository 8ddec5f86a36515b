import { contract } from '../../upstream/contract/contract';
import type { Failure } from '../platform/api.server';
import { parseForm } from '../platform/forms.server';
import { keepToken, type Member, requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { postedForm } from '../platform/posted-form.server';
import { qrCode } from '../platform/qr-code.server';
import type { Args } from '../platform/request-context.server';
import { isReading, redirect, redirectWithFlash } from '../platform/responses.server';
import { beginSchema, confirmSchema, shownCodes } from './two-factor.schema';

export const TWO_FACTOR = '/settings/2fa';

/** How two-factor sign-in stands, with what the page needs to set it up while a set-up is under way. */
export async function loadTwoFactor(current: Member) {
  const { enabled_at, recovery_codes_left, setup } = await current.api.call(contract.twoFactor.getTwoFactor);
  const { user } = current.member;
  return {
    enabledAt: enabled_at,
    codesLeft: recovery_codes_left,
    // On a screen nothing gets damaged: the code corrects as little as it may.
    setup: setup && { key: inGroups(setup.secret), qr: qrCode(setup.otpauth_url, { ecc: 'L' }) },
    hasPassword: user.has_password !== false,
    email: user.email,
    /** Only the overview of a factor that is on has no form; see `handle.form`. */
    hasForm: enabled_at === null || !isReading(current.request),
  };
}

/** For people who copy it by hand. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** Asks for a secret; the page then shows it until the set-up is over. */
export async function begin(args: Args, current: Member) {
  const form = await parseForm(args, beginSchema(current.member.user.has_password !== false));
  if (!form.value) return form.reply();
  const { password } = form.value;
  const answer = await current.api.attempt(contract.twoFactor.beginTwoFactor, { json: { password } });
  if (answer.ok) return redirect(current, TWO_FACTOR);
  return (await whenItStandsOtherwise(current, answer.failure)) ?? form.reply(answer.failure);
}

/**
 * Switches it on, or gives it up. The answer to a right code is the page with the recovery codes and no redirect, since nothing keeps them for a page
 * that follows; sending it a second time finds it switched on, and leads to the overview.
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

/** A form of a page that is no longer true: the page that is, with a word about it. */
async function whenItStandsOtherwise(current: Member, { code }: Failure): Promise<Response | null> {
  const text = CONFLICTS[code ?? ''];
  return text ? redirectWithFlash(current, TWO_FACTOR, { kind: 'warning', text }) : null;
}

const CONFLICTS: Record<string, string> = {
  two_factor_on: 'settings:two_factor.conflict.on',
  two_factor_setup_over: 'settings:two_factor.conflict.over',
};

/** For the pages of a factor that is on; where it is off they lead to the overview. */
export async function requireTwoFactor(args: Args, handle: RouteHandle): Promise<Member> {
  const current = await requireMember(args, handle);
  if (!current.member.user.google2fa_enabled_at) throw await redirect(current, TWO_FACTOR);
  return current;
}

/** The recovery codes that the posted form brought back; null where it brought none. */
export async function postedCodes(current: Member): Promise<string[] | null> {
  const { fields } = await postedForm(current);
  const codes = shownCodes.safeParse(fields.getAll('recovery_codes'));
  return codes.success ? codes.data : null;
}
