/** Language, time zone and ETH address of a member. Rules: docs/product/settings.md#account. */
import { eq } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { Env, Language } from '../http/env';
import { InvalidFields } from '../http/problems';
import { readTimeZone } from '../http/time-zone';
import { users } from '../members/members.tables';
import { changeSettings } from '../members/profile';
import { createNotification, followTimeZone, type NewNotification } from '../notifications/notifications';
import { textsIn } from './account.texts';
import { readEthAddress } from './eth-address';

export interface AccountChange {
  language?: Language | undefined;
  /** Null: the browser's time zone. */
  timezone?: string | null | undefined;
  /** Null or empty: no address. */
  nft_address?: string | null | undefined;
}

type User = typeof users.$inferSelect;
type Caller = Pick<Env['Variables'], 'now' | 'ip' | 'requestId' | 'language'>;

/**
 * Sets the given fields and leaves the others. Writes only changes, with their audit row. A new ETH address sends a
 * security notification, and waiting mail follows a new time zone.
 * @throws InvalidFields at `timezone` and `nft_address`
 */
export async function updateAccount(deps: Deps, userId: number, change: AccountChange, caller: Caller): Promise<User> {
  const wanted = readChange(change, caller.language);
  return transaction(deps.db, async (tx) => {
    const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    if (!before) throw new Error('The member is gone.');
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((name) => wanted[name] !== before[name]);
    if (changed.length === 0) return before;
    const { now, ip, requestId } = caller;
    const user = await changeSettings(tx, userId, wanted, now);
    const detail = { fields: changed };
    await writeAudit(tx, now, { action: 'account.updated', actorId: userId, userId, ip, requestId, detail });
    if (changed.includes('timezone')) await followTimeZone(tx, user, now);
    if (changed.includes('ethAddress')) {
      await createNotification({ ...deps, db: tx }, ethAddressNotice(userId, wanted.ethAddress != null, now));
    }
    return user;
  });
}

function readChange({ language, timezone, nft_address }: AccountChange, reader: Language) {
  const texts = textsIn(reader);
  const faults: Record<string, string[]> = {};
  const wanted: Partial<Pick<User, 'language' | 'timezone' | 'ethAddress'>> = {};
  if (language) wanted.language = language;
  if (timezone !== undefined) {
    wanted.timezone = timezone ? readTimeZone(timezone) : null;
    if (timezone && !wanted.timezone) faults.timezone = [texts.timezone];
  }
  if (nft_address !== undefined) {
    const read = nft_address?.trim() ? readEthAddress(nft_address.trim()) : { address: null };
    if ('fault' in read) faults.nft_address = [read.fault === 'shape' ? texts.ethShape : texts.ethChecksum];
    else wanted.ethAddress = read.address;
  }
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return wanted;
}

const ethAddressNotice = (userId: number, isSet: boolean, now: Date): NewNotification => ({
  userId,
  type: 'security.eth_address_changed',
  title: isSet
    ? { en: 'Your Ethereum address was changed', de: 'Deine Ethereum-Adresse wurde geändert' }
    : { en: 'Your Ethereum address was removed', de: 'Deine Ethereum-Adresse wurde entfernt' },
  description: {
    en: 'If this was not you, set a new password now and look at the address in the settings.',
    de: 'Wenn du das nicht warst, setze gleich ein neues Passwort und sieh dir die Adresse in den Einstellungen an.',
  },
  class: 'shield',
  status: 'info',
  url: '/settings/account',
  now,
});
