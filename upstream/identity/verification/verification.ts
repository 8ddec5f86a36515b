/**
 * The verification step: one more proof before changes that protect the account or move money
 * (docs/product/session.md#verification-step).
 */
import { type Verification, type VerificationAction, verificationMethod } from '../../contract/verification';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { Forbidden, InvalidFields } from '../../http/problems';
import { sendMail } from '../../mail/mail';
import { type Caller, minutesAfter } from '../../members/caller';
import { countAttempt } from '../../members/throttles';
import { lockUser, type UserRow } from '../../members/users';
import { isOneTimeCode } from '../code-format';
import { spendTotp } from '../two-factor/two-factor';
import { verificationCodeMail } from './verification.mails';
import { textsIn } from './verification.texts';
import { type CodeBinding, codeMinutes, makeCode, spendCode, tryCode } from './verification-code';
import { describePurpose, type Subjects } from './verification-purpose';

interface VerificationRequest {
  action: VerificationAction;
  /** From `verificationContext` of the contract. */
  context: string;
}

/**
 * Mails a code for the action and its context, one in 60 seconds for the same context and five an hour for the action:
 * `TooManyAttempts`. `Forbidden` with `email_not_verified` for an unconfirmed address.
 */
export async function requestVerificationCode(
  deps: Deps,
  user: UserRow,
  request: VerificationRequest,
  caller: Caller,
  subjects: Subjects = {},
) {
  const texts = textsIn(caller.language);
  if (!user.emailVerifiedAt) throw new Forbidden('email_not_verified', texts.emailNotVerified);
  const bond = { userId: user.id, ...request };
  await countAttempt(deps.db, 'verification.minute', `${user.id} ${request.action} ${request.context}`);
  await countAttempt(deps.db, 'verification.hour', `${user.id} ${request.action}`);
  const purpose = await describePurpose(request.action, request.context, {
    userId: user.id,
    language: user.language,
    subjects,
  });
  await transaction(deps.db, async (tx) => {
    const code = await makeCode(tx, deps, bond, caller.now);
    await sendMail(tx, deps, {
      to: user.email,
      language: user.language,
      template: verificationCodeMail,
      data: { firstname: user.firstname, code, purpose, minutes: codeMinutes },
      until: minutesAfter(caller.now, codeMinutes),
    });
    await audit(tx, user, caller, 'verification.requested', request.action);
  });
  return { message: texts.sent, expires_in: codeMinutes * 60, resend_in: 60, target: maskEmail(user.email) };
}

interface Step extends VerificationRequest {
  user: UserRow;
  given: Verification;
  /** A method that the action requires; see `verificationMethod`. */
  forced?: 'totp' | 'email';
}

/**
 * Runs `act` after the proof, in the transaction that uses the code up, so that a failed act leaves the code valid. The
 * method follows from what the member has, not from the input. If that changes in parallel, for example because
 * two-factor sign-in is enabled, nothing is done.
 * `InvalidFields` at `verification_code` for a code that is missing, wrong, used, too old or for something else, and
 * after five wrong ones. What has not the form of a code uses up no attempt. `TooManyAttempts`. `Forbidden` with `step_up_required` if a code is required and no method was
 * named, or another method is required by now, and with `email_not_verified` for money without any proof.
 */
export async function withVerification<T>(
  deps: Deps,
  step: Step,
  caller: Caller,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { user, given, forced } = step;
  const texts = textsIn(caller.language);
  const method = methodOf(user, forced);
  if (method === 'none') {
    if (isMoney(step.action) || forced) throw new Forbidden('email_not_verified', texts.emailNotVerified);
    if (given.verification_method !== 'none') throw new InvalidFields({ verification_code: [texts.over] });
    return asJudged(deps, step, caller, act);
  }
  if (given.verification_method === 'none') throw new Forbidden('step_up_required', texts.stepUp);
  if (given.verification_method !== method) {
    throw new InvalidFields({ verification_code: [method === 'totp' ? texts.byApp : texts.byMail] });
  }
  if (given.verification_code === '') throw new InvalidFields({ verification_code: [texts.missing] });
  if (!isOneTimeCode(given.verification_code)) throw new InvalidFields({ verification_code: [texts.form] });
  return method === 'totp' ? afterTotp(deps, step, caller, act) : afterMailedCode(deps, step, caller, act);
}

const methodOf = ({ google2faEnabledAt, emailVerifiedAt }: UserRow, forced: Step['forced']) =>
  verificationMethod({ twoFactor: google2faEnabledAt !== null, verifiedEmail: emailVerifiedAt !== null }, forced);

const isMoney = (action: VerificationAction): boolean =>
  action.startsWith('withdraw') || action === 'plants.buy' || action === 'ticket.buy';

/** One transaction with the member locked, so that the required method stays the one that `step` was judged by. */
const asJudged = <T>(deps: Deps, { user, forced }: Step, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(deps.db, async (tx) => {
    const standing = await lockUser(tx, user.id);
    if (methodOf(standing, forced) !== methodOf(user, forced)) {
      throw new Forbidden('step_up_required', textsIn(caller.language).stepUp);
    }
    return work(tx);
  });

async function afterTotp<T>(deps: Deps, step: Step, caller: Caller, act: (tx: Tx) => Promise<T>): Promise<T> {
  const { user, given } = step;
  await countAttempt(deps.db, 'verification.totp', String(user.id));
  await countAttempt(deps.db, 'verification.totp.day', String(user.id));
  const done = await asJudged(deps, step, caller, async (tx) => {
    if (!(await spendTotp(tx, deps, user, given.verification_code, caller.now))) return null;
    return { result: await act(tx) };
  });
  return done ? done.result : refuse(deps, step, caller, 'wrong');
}

async function afterMailedCode<T>(deps: Deps, step: Step, caller: Caller, act: (tx: Tx) => Promise<T>): Promise<T> {
  const bond: CodeBinding = { userId: step.user.id, action: step.action, context: step.context };
  const tried = await tryCode(deps.db, deps, bond, step.given.verification_code, caller.now);
  if (typeof tried === 'string') return refuse(deps, step, caller, tried);
  const done = await asJudged(deps, step, caller, async (tx) => {
    if (!(await spendCode(tx, bond, tried.codeHash, caller.now))) return null;
    return { result: await act(tx) };
  });
  return done ? done.result : refuse(deps, step, caller, 'over');
}

async function refuse(deps: Deps, { user, action }: Step, caller: Caller, why: 'wrong' | 'over'): Promise<never> {
  await transaction(deps.db, (tx) => audit(tx, user, caller, 'verification.failed', action));
  throw new InvalidFields({ verification_code: [textsIn(caller.language)[why]] });
}

const audit = (tx: Tx, user: UserRow, caller: Caller, action: string, of: VerificationAction): Promise<void> =>
  writeAudit(tx, caller.now, {
    action,
    actorId: user.id,
    userId: user.id,
    ip: caller.ip,
    requestId: caller.requestId,
    detail: { action: of },
  });

/** Returns `a•••@example.org`, which is enough to recognise the mailbox. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••');
