import { expect, it } from 'vitest';
import type { Ticket } from '../../contract/support-tickets';
import { describeOnEachDatabase } from '../../database/database.testing';
import { anApiToken } from '../../identity/api-tokens/api-tokens.testing';
import { newKey, openMember, openSupport } from './tickets.testing';

describeOnEachDatabase('a program with an API token', (open) => {
  it('writes, reads, closes, rates and opens a ticket again', async () => {
    const club = await openSupport(open);
    const mia = await openMember(club);
    const token = await anApiToken(club, mia, ['support:write']);
    const post = (path: string, body?: unknown) =>
      club.post(`/support/tickets${path}`, body, { token, headers: { 'idempotency-key': newKey() } });
    const { status, body } = await post('', { category: 'other', subject: 'A scan', message: 'Here it is.' });
    const { id, messages } = body as unknown as Ticket;
    const done = [status];
    for (const [step, sent] of [
      ['messages', { message: 'And another one.' }],
      ['read', { up_to: messages[0]?.id }],
      ['close', undefined],
      ['rating', { good: true }],
      ['reopen', undefined],
    ] as const)
      done.push((await post(`/${id}/${step}`, sent)).status);
    expect(done).toEqual([201, 201, 204, 204, 204, 204]);
    expect(await mia.show(id)).toMatchObject({ status: 'open', messages: [{}, { body: 'And another one.' }] });
  });
});
