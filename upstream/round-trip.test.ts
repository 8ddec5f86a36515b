/** What a member saves in the settings is what they read there, field by field. */
import type { RouteConfig } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import { mountAccount } from './account/account.api';
import { mountAddress } from './account/address.api';
import { telephones } from './contract/address';
import { contract } from './contract/contract';
import { notificationKinds } from './contract/notification-settings';
import { fieldsOf, type RequestBody } from './contract/shapes';
import { type Verification, verification, verificationContext } from './contract/verification';
import { writeKinds } from './contract/write-limits';
import { describeOnEachDatabase } from './database/database.testing';
import { openClub } from './identity/identity.testing';
import { mountNotificationSettings } from './notifications/notification-settings.api';
import { mountWithdrawAccounts } from './wallet/withdraw-accounts/withdraw-accounts.api';
import { giro, openPayee } from './wallet/withdraw-accounts/withdraw-accounts.testing';

/** A value for each field of a call's body: tsc names the field that has none. */
type CompleteBody<C> = Required<Omit<RequestBody<C>, keyof Verification>>;
// biome-ignore lint/suspicious/noExplicitAny: each case reads the answer of its own call
type SettingsAnswer = any;

interface Case {
  sent: object;
  method: string;
  path: string;
  /** The path of the call that reads it. */
  read: string;
  /** The fields as they were sent, in its answer. */
  shown(answer: SettingsAnswer): object;
  proof?: ['name.change' | 'api_token.create' | 'withdraw_account.create', string];
}

const { putAddress, getAddress } = contract.address;
const { updateAccount } = contract.account;
const { createApiToken, listApiTokens } = contract.apiTokens;
const { setNotificationSettings, getNotificationSettings } = contract.notificationSettings;
const { createWithdrawAccount, listWithdrawAccounts } = contract.withdrawAccounts;

const numbers = Object.fromEntries(Object.keys(telephones).map((name) => [name, '+4319090'])) as Record<
  keyof typeof telephones,
  string
>;
const address: CompleteBody<typeof putAddress> = {
  firstname: 'Mina',
  lastname: 'Winter',
  country: 'AT',
  region: '9',
  street: 'Obere Wiese',
  street_number: '12b',
  address_line2: 'Hinterhaus',
  company: 'Sommer & Co',
  postcode: '1010',
  city: 'Wien',
  ...numbers,
  birthdate: '1985-03-04',
};
const account: CompleteBody<typeof updateAccount> = {
  language: 'de',
  timezone: 'Europe/Vienna',
  nft_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};
const choices: CompleteBody<typeof setNotificationSettings> = {
  channels: Object.fromEntries(
    notificationKinds.map((kind) => [kind, { site: kind === 'security', mail: true, push: kind === 'security' }]),
  ) as CompleteBody<typeof setNotificationSettings>['channels'],
  quiet_hours: { from: '22:00', to: '06:30' },
  digest: 'weekly',
};
const token: CompleteBody<typeof createApiToken> = {
  name: 'Home',
  abilities: ['profile:read', 'wallet:read'],
  expires_in_days: 90,
  allowed_ips: ['192.0.2.0/24'],
};
const payee: CompleteBody<typeof createWithdrawAccount> = { ...giro, bic: 'BYLADEM1001' };

const dayMs = 24 * 3600_000;
const cases: Record<string, Case> = {
  putAddress: {
    ...{ ...putAddress, read: getAddress.path, sent: address },
    shown: (answer) => answer,
    proof: ['name.change', verificationContext.nameChange({ firstname: 'Mina', lastname: 'Winter' })],
  },
  updateAccount: {
    ...{ ...updateAccount, read: '/user/header', sent: account },
    shown: ({ user: { language, timezone, nft } }) => ({ language, timezone, nft_address: nft.address }),
  },
  setNotificationSettings: {
    ...{ ...setNotificationSettings, read: getNotificationSettings.path, sent: choices },
    shown: (answer) => answer,
  },
  createApiToken: {
    ...{ ...createApiToken, read: listApiTokens.path, sent: token },
    shown: ({ data: [made] }) =>
      made && {
        ...made,
        expires_in_days: Math.round((Date.parse(made.expires_at) - Date.parse(made.created_at)) / dayMs),
      },
    proof: ['api_token.create', verificationContext.apiToken(token)],
  },
  createWithdrawAccount: {
    ...{ ...createWithdrawAccount, read: listWithdrawAccounts.path, sent: payee },
    shown: ({ data: [made] }) => made,
    proof: ['withdraw_account.create', verificationContext.withdrawAccount(payee)],
  },
};

/** Calls with a body that saves no field as it is, or that has its own test of it. */
const exempt: Record<string, string> = {
  checkAddress: 'saves nothing',
  requestVerificationCode: 'asks for a code',
  requestEmailChange: 'the address waits for its code; upstream/identity/email-change',
  confirmEmailChange: 'sends a code',
  changePassword: 'a password is never answered',
  beginTwoFactor: 'sends the password',
  confirmTwoFactor: 'sends a code',
  renewRecoveryCodes: 'sends a code',
  disableTwoFactor: 'sends a code',
  requestDeletion: 'sends the password',
  setNameHidden: 'is read by the page of the team; upstream/affiliate/team/team.test.ts',
  setTrackingConsent: 'is answered as a time; upstream/identity/tracking-consent.test.ts',
  putSponsor: 'is answered as a name; upstream/account/sponsor.test.ts',
  updateWithdrawAccount: 'changes what createWithdrawAccount saves; withdraw-accounts.test.ts',
  deleteWithdrawAccount: 'sends a code',
};

const isSetting = ({ operationId = '' }: RouteConfig) =>
  writeKinds[operationId] === 'settings' || operationId.endsWith('WithdrawAccount');
const calls = Object.values(contract)
  .flatMap((module) => Object.values(module) as RouteConfig[])
  .filter((call) => isSetting(call) && call.request?.body);

describe('each writing call of the settings', () => {
  it('is read again here, or has a reason', () => {
    const known = [...Object.keys(cases), ...Object.keys(exempt)];
    expect(calls.map(({ operationId = '' }) => operationId).sort()).toEqual(known.sort());
  });

  it.each(Object.entries(cases))('%s is tried with each of its fields', (name, { sent }) => {
    const call = calls.find(({ operationId }) => operationId === name) as never;
    const names = Object.keys(fieldsOf(call)).filter((field) => !(field in verification));
    expect(Object.keys(sent).sort()).toEqual(names.sort());
  });
});

describeOnEachDatabase('a field of the settings', (open) => {
  it.each(Object.entries(cases))(
    'of %s is saved and answered',
    async (_, { method, path, read, sent, shown, proof }) => {
      const club = await openClub(open, {}, (api, deps) => {
        for (const mount of [mountAccount, mountAddress, mountNotificationSettings, mountWithdrawAccounts])
          mount(api, deps);
        return {};
      });
      const { call, proof: prove } = await openPayee(club);
      const before = shown((await call('GET', read)).body);
      expect(Object.entries(sent).filter(([name, value]) => isSame(Reflect.get(before ?? {}, name), value))).toEqual(
        [],
      );
      const code = proof ? await prove(...proof) : {};
      expect((await call(method.toUpperCase(), path, { ...sent, ...code })).status).toBeLessThan(300);
      expect(shown((await call('GET', read)).body)).toMatchObject(sent);
    },
  );
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
