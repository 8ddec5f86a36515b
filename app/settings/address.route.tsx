import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import { constraintOf, parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { redirectWithFlash } from '../platform/responses.server';
import { useAnswer } from '../platform/use-answer';
import { addressSchema, lockedAddressSchema } from './address.schema';
import { choicesFor, regionCode, withChoices } from './address-choices.server';
import { AddressForm } from './components/address-form';
import { LockedIdentity } from './components/locked-identity';

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
    hasSupport: current.modules.includes('support'),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const kept = await current.api.call(contract.address.getAddress);
  const form = await parseForm(args, kept.locked_since ? lockedAddressSchema : addressSchema);
  if (!form.value) return withChoices(current, form.reply(), kept);
  const { etag, region, ...typed } = form.value;
  const { firstname, lastname } = kept;
  const country = typed.country ?? kept.country ?? '';
  const json = { firstname, lastname, ...typed, country, region: regionCode(region, country) };
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-match': etag };
  const answer = await current.api.attempt(contract.address.putAddress, { json, headers });
  if (!answer.ok) return withChoices(current, form.reply(answer.failure), kept);
  return redirectWithFlash(current, '/settings/address', { kind: 'success', text: 'settings:address.saved' });
}

export default function Address() {
  const { t } = useTranslation();
  const { address, constraint, choices, hasSupport } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <div className="head">
        <h1>{t('titles.address')}</h1>
      </div>
      <div className="stack stack-l">
        {address.locked_since ? (
          <LockedIdentity address={address} since={address.locked_since} choices={choices} hasSupport={hasSupport} />
        ) : null}
        <AddressForm
          key={address.etag}
          address={answer?.address ?? address}
          constraint={constraint}
          choices={answer?.choices ?? choices}
          lastResult={answer}
        />
      </div>
    </>
  );
}
