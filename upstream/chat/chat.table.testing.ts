/** Two who talk, with their club, past the calls: for tests of races. */
import { transaction } from '../database/transaction';
import { HttpProblem } from '../http/problems';
import type { Club } from '../identity/identity.testing';
import { aStaffMember } from '../identity/staff/staff.testing';
import { aConversation, actingFor, after, newClientId } from './chat.testing';
import { ChatRefused, lockForStaff, sendAsClub, setClosed } from './club-steps';
import { listMessages } from './list-messages';
import { sendMessage } from './write';

/** Two who talk, the club, and the steps of them all past the calls. */
export async function aTable(club: Club) {
  const anna = (await club.addMember({ email: 'anna@example.org' })).id;
  const ben = (await club.addMember({ email: 'ben@example.org', referrerId: anna })).id;
  const greta = (await aStaffMember(club)).id;
  const talk = await aConversation(club, ben, anna);
  const office = await aConversation(club, anna, 'office');
  const send = (userId: number, seconds: number, more: { id?: string; message?: string; clientId?: string } = {}) =>
    sendMessage(
      club,
      more.id ?? talk,
      { message: more.message ?? `${userId} at ${seconds}`, client_id: more.clientId ?? newClientId() },
      actingFor(userId, after(seconds)),
    );
  return {
    ...{ anna, ben, greta, talk, office, send },
    asClub: (seconds: number) =>
      sendAsClub(club, { id: office, contact: 'office', staffId: greta, body: 'Yes.' }, after(seconds)),
    close: (id: string, seconds: number, closed: boolean) =>
      transaction(club.db, async (tx) =>
        setClosed(tx, club, await lockForStaff(tx, id), closed ? after(seconds) : null),
      ),
    read: async (userId: number, id = talk) => (await listMessages(club.db, userId, id, { limit: 50 }, 'en')).data,
  };
}

export type Table = Awaited<ReturnType<typeof aTable>>;

/** What the rules refuse is no fault of a race. */
export const allowed = (error: unknown) => {
  if (error instanceof ChatRefused || error instanceof HttpProblem) return;
  throw error;
};
