import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { appendToLog } from '../../ledger/log';
import type { Mail, MailTemplate } from '../../mail/mail';
import { recordTransaction } from '../transactions/record';
import { aMember, depositOf, giveMoney, now } from '../wallet.testing';
import { confirmByMail, createConfirmations } from './confirmation';
import { checkProof } from './independent-check.testing';

const template: MailTemplate<{ name: string }> = (_, { name }) => ({
  subject: 'Paid in',
  paragraphs: [`Hello ${name},`],
  notes: ['Not you?'],
});

describeOnEachDatabase('a confirmation by mail', (open) => {
  let club: TestDatabase;
  let userId: number;
  let mails: Mail[];
  let sent: Set<string>;
  beforeEach(async () => {
    club = await open();
    userId = await aMember(club);
    mails = [];
    sent = new Set();
    club.jobs.work('mail', async ({ id, data }) => {
      mails.push(data);
      sent.add(id);
    });
  });
  const about = (transactionLabel: string, language: 'en' | 'de' = 'en') => ({
    transactionLabel,
    to: 'mira@example.org',
    language,
    template,
    data: { name: 'Žofie' },
  });
  const idle = async () => {
    await club.jobs.idle();
    await club.jobs.idle();
  };

  it.each(['en', 'de'] as const)('in %s carries the proof as words, as a block and as a file', async (language) => {
    club.jobs.work('confirmation', createConfirmations(club));
    const label = await transaction(club.db, async (tx) => {
      const booked = await recordTransaction(tx, depositOf(userId, 5000n, `confirm:${language}`), now);
      await confirmByMail(tx, club, about(booked.label, language));
      return booked.label;
    });
    await idle();
    const [mail] = mails;
    expect(mails).toHaveLength(1);
    expect(mail).toMatchObject({ to: 'mira@example.org', language, subject: 'Paid in' });
    expect(mail?.text).toContain('Not you?');
    expect(mail?.text).toContain('http://localhost:3000/log/verifier.html');
    const [file] = mail?.attachments ?? [];
    expect(file).toMatchObject({ name: 'receipt.json', mimeType: 'application/json' });
    expect(mail?.text).toContain(file?.text);
    expect(checkProof(file?.text ?? '')).toEqual(['']);
    expect(JSON.parse(file?.text ?? '').bookings).toMatchObject([{ transaction_label: label, amount: '50.00' }]);
  });

  it('is one mail for its mailbox, also when its job runs twice', async () => {
    const transactionLabel = await giveMoney(club, userId, 5000n);
    await appendToLog(club, now);
    const { to, language } = about(transactionLabel);
    const data = {
      transactionLabel,
      to,
      language,
      content: template(language, { name: 'Žofie', productName: '' }),
      since: now.toISOString(),
    };
    const job = { id: randomUUID(), data };
    for (let twice = 0; twice < 2; twice++) {
      await createConfirmations(club)(job);
      await idle();
    }
    expect([...sent]).toEqual([job.id]);
  });

  it('does not leave when its transaction is rolled back', async () => {
    club.jobs.work('confirmation', createConfirmations(club));
    const label = await giveMoney(club, userId, 100n);
    const work = transaction(club.db, async (tx) => {
      await confirmByMail(tx, club, about(label));
      throw new Error('stop');
    });
    await expect(work).rejects.toThrow('stop');
    await idle();
    expect(mails).toEqual([]);
  });

  describe('about what a stuck log does not take', () => {
    const addJob = async (since: Date) => {
      const transactionLabel = await giveMoney(club, userId, 100n);
      const content = template('en', { name: 'Mira', productName: 'Almende' });
      const to = 'mira@example.org';
      const data = { transactionLabel, to, language: 'en' as const, content, since: since.toISOString() };
      return { id: randomUUID(), data };
    };
    beforeEach(async () => {
      await club.db.$client.query(`create function log_is_stuck() returns trigger language plpgsql as
        $$ begin raise exception 'stuck'; end $$;
        create trigger stuck before insert on ledger_log_heads for each row execute function log_is_stuck()`);
    });
    afterEach(() => club.db.$client.query('drop function if exists log_is_stuck cascade'));

    it('waits for a log that is stuck, and leaves with the proof when it goes on', async () => {
      const job = await addJob(new Date());
      const confirm = createConfirmations(club);
      await expect(confirm(job)).rejects.toMatchObject({ code: 'LOG_IS_STUCK' });
      await club.db.$client.query('drop trigger stuck on ledger_log_heads');
      await appendToLog(club, now);
      await confirm(job);
      await idle();
      expect(mails.map(({ attachments }) => attachments?.length)).toEqual([1]);
    });

    it('leaves after a minute without the proof, and says where it will be', async () => {
      const job = await addJob(new Date(Date.now() - 61_000));
      await createConfirmations(club)(job);
      await idle();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.attachments).toBeUndefined();
      expect(mails[0]?.text).toContain(
        `was not ready in time. It is on the receipt: http://localhost:3000/financial/transaction/${job.data.transactionLabel}`,
      );
    });
  });
});
