import { randomUUID } from 'node:crypto';
import { authSessions } from '../../upstream/members/sessions.tables';
import { pushTokens } from '../../upstream/push/push.tables';
import type { Club } from './club';
import type { Member } from './members';

interface Elsewhere {
  name?: string;
  ip?: string | null;
  /** The device is a phone that gets push messages. */
  push?: boolean;
}

/**
 * Signs a member in on other devices, without the login. The default name is "Firefox on Windows". The last device was
 * seen last.
 */
export async function signInElsewhere(
  club: Club,
  { id: userId }: Pick<Member, 'id'>,
  elsewhere: Elsewhere[],
): Promise<void> {
  const now = club.clock.now();
  for (const [index, { name = 'Firefox on Windows', ip = '203.0.113.7', push }] of elsewhere.entries()) {
    const id = randomUUID();
    const at = new Date(now - (elsewhere.length - index) * 60_000);
    await club.db.insert(authSessions).values({
      id,
      userId,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(now + 3_600_000),
      deviceName: name,
      ipAddress: ip,
    });
    if (!push) continue;
    const token = `${randomUUID()}:APA91b${'x'.repeat(40)}`;
    await club.db.insert(pushTokens).values({ token, userId, sessionId: id, createdAt: at, lastSeenAt: at });
  }
}
