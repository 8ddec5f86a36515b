/** A second factor for tests, and a browser that calls the API about it. */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { users } from '../../members/members.tables';
import { type Club, password, signIn } from '../identity.testing';
import { storeRecoveryCodes } from './recovery-codes';
import { sealTwoFactorSecret } from './two-factor';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const recoveryCode = '7KQ2M-W0XRA';

export const totpAt = (at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** Enables the second factor of a member, with one recovery code. */
export async function seedTwoFactor(deps: Deps, userId: number): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const sealed = sealTwoFactorSecret(deps, userId, secret);
    await tx.update(users).set({ google2faSecret: sealed, google2faEnabledAt: new Date() }).where(eq(users.id, userId));
    await storeRecoveryCodes(tx, deps, userId, [recoveryCode], new Date());
  });
}

/** The answers of these calls. Each test reads the fields that it needs. */
interface TwoFactorBody {
  secret: string;
  otpauth_url: string;
  expires_at: string;
  enabled_at: string | null;
  recovery_codes: string[];
  token: { access_token: string };
  recovery_codes_left: number;
  setup: { secret: string } | null;
  code: string;
  errors: Record<string, string[]>;
}

/** A signed-in browser. */
export interface Browser {
  device: string;
  begin(body?: object): Promise<{ status: number; body: TwoFactorBody }>;
  confirm(code: string): Promise<{ status: number; body: TwoFactorBody }>;
  show(): Promise<{ status: number; body: TwoFactorBody }>;
  call(method: string, path: string, body?: object): Promise<{ status: number; body: TwoFactorBody }>;
}

export async function openBrowser(club: Club, email = 'mia@example.org'): Promise<Browser> {
  const { body: signedIn } = await signIn(club, {}, email);
  let token = signedIn.token.access_token;
  const device = signedIn.device_token;
  const call = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await club.call(method, path, { token, device, body });
    token = answer?.token?.access_token ?? token;
    return { status, body: answer as unknown as TwoFactorBody };
  };
  return {
    device,
    call,
    begin: (body = { password }) => call('POST', '/user/2fa', body),
    confirm: (one_time_password) => call('POST', '/user/2fa/confirm', { one_time_password }),
    show: () => call('GET', '/user/2fa'),
  };
}
