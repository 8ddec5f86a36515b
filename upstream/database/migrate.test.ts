import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from './database.testing';
import { hasNewestSchema, prepareDatabase } from './migrate';
import { silent } from './templates.testing';

describeOnEachDatabase('the migrations', (open) => {
  it('leave a database alone that has all of them', async () => {
    const { db, embedded } = await open();
    const database = { db, embedded, ready: async () => {}, close: async () => {} };
    expect(await prepareDatabase(database, silent, async () => 'prepared')).toBe('prepared');
    expect(await hasNewestSchema(db)).toBe(true);
  });

  it('refuse a database from before the first release, and change nothing', async () => {
    const { db, embedded } = await open();
    const database = { db, embedded, ready: async () => {}, close: async () => {} };
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1000000000`);
    await expect(prepareDatabase(database, silent, async () => 'prepared')).rejects.toThrow(/DATA_DIR.*DATABASE_URL/);
    expect(await hasNewestSchema(db)).toBe(false);
  });
});
