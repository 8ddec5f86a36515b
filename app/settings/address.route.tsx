import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import type { MemberAddress } from '../../upstream/contract/address';
import { contract } from '../../upstream/contract/contract';
import { type Verification, verificationContext } from '../../upstream/contract/verification';
import { constraintOf, parseForm, refusalIn } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { callVerified } from '../platform/form/verification.server';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { type Member, requireMember } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { addressSchema, lockedAddressSchema } from './address.schema';
import { choicesFor, regionCode, withChoices } from './address-choices.server';
import { AddressForm } from './components/address-form';
import { LockedIdentity, UnlockedIdentity } from './components/locked-identity';

export const handle = {
  title: 'titles.address',
  gate: 'member',
  i18n: ['settings'],
  form: 'address',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const address = await current.api.call(contract.address.getAddress);
  return {
    address,
    constraint: constraintOf(address.locked_since ? lockedAddressSchema : addressSchema),
    choices: choicesFor(current.language, address.country, address),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const kept = await current.api.call(contract.address.getAddress);
  const form = await parseForm(args, kept.locked_since ? lockedAddressSchema : addressSchema);
  if (!form.value)
    return withChoices(current, form.reply(await findOtherFaults(current, form.rightFields, kept)), kept);
  const save = saving(current, form.value, kept);
  // Before anybody asks for a code, upstream says whether anything else is wrong and whether a code is needed.
  const answer = await save();
  if (answer.ok) return saved(current, 'settings:address.saved');
  if (answer.failure.code !== 'step_up_required') return withChoices(current, form.reply(answer.failure), kept);
  const { firstname = kept.firstname, lastname = kept.lastname } = form.value;
  const context = verificationContext.nameChange({ firstname, lastname });
  const verified = await callVerified(current, form, { action: 'name.change', context }, (_, proof) => save(proof));
  if (!verified.ok) return withChoices(current, verified.reply, kept);
  return saved(current, 'settings:address.saved_name');
}

type Kept = z.output<typeof MemberAddress>;

type Typed = z.output<typeof lockedAddressSchema>;

/** Asks what else is wrong, with the fields that are right by themselves. */
async function findOtherFaults({ api }: Member, right: Partial<Typed> | null, kept: Kept) {
  if (!right) return undefined;
  const { country = (kept.locked_since && kept.country) || undefined, region, ...typed } = addressFields(right);
  const json = { ...typed, country, region: country && regionCode(region, country) };
  return refusalIn(await api.attempt(contract.address.checkAddress, { json }));
}

/** Returns the call with the typed values. Locked names are not sent. */
function saving({ api }: Member, value: Typed, kept: Kept) {
  const { etag, region } = value;
  const country = value.country ?? kept.country ?? '';
  const json = { ...addressFields(value), country, region: regionCode(region, country) };
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-match': etag };
  return (proof?: Verification) => api.attempt(contract.address.putAddress, { json: { ...json, ...proof }, headers });
}

function addressFields<V extends Partial<Typed>>(value: V) {
  const {
    etag: _,
    verification_code: _code,
    verification_again: _again,
    verification_intent: _intent,
    ...typed
  } = value;
  return typed;
}

const saved = (current: Member, text: string) =>
  redirectWithFlash(current, '/settings/address', { kind: 'success', text });

export default function Address() {
  const { t } = useTranslation();
  const { address, constraint, choices } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <div className="head">
        <h1>{t('titles.address')}</h1>
      </div>
      <div className="stack stack-l">
        {address.locked_since ? (
          <LockedIdentity address={address} since={address.locked_since} choices={choices} />
        ) : null}
        {address.unlocked_until ? <UnlockedIdentity until={address.unlocked_until} /> : null}
        <AddressForm
          key={address.etag}
          address={answer?.address ?? address}
          constraint={constraint}
          choices={answer?.choices ?? choices}
          lastResult={answer}
          step={answer && 'verification' in answer ? answer.verification : undefined}
        />
      </div>
    </>
  );
}
