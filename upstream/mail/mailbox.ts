import { desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Database } from '../database/database';
import { pagePolicy } from '../http/docs';
import { docsCss } from '../http/docs.css';
import { listPage, mailPage } from './mailbox.page';
import { mailbox } from './mailbox.tables';

const shown = 100;

/**
 * Serves the mails of a demo or development server, newest first, at most 100: `/_mail` and `/_mail/{id}` as pages,
 * `/_mail.json?to=` as `[{id, to, subject, text, html, links, attachments, created_at}]`, each attachment as `{name,
 * mimeType, text}`, and `/_mail/{id}/{n}` as the file.
 */
export function serveMailbox(db: Database): (request: Request) => Promise<Response> {
  const app = new Hono();
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('Content-Security-Policy', pagePolicy);
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-Robots-Tag', 'noindex');
    c.header('X-Content-Type-Options', 'nosniff');
    await next();
  });
  app.get('/_mail.css', (c) => c.body(docsCss, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  app.get('/_mail.json', async (c) => c.json((await listMails(db, c.req.query('to'))).map(asJson)));
  app.get('/_mail', async (c) => c.html(listPage(await listMails(db, c.req.query('to')))));
  app.get('/_mail/:id{[0-9]{1,15}}', async (c) => {
    const mail = await findMail(db, c.req.param('id'));
    return mail ? c.html(mailPage(mail)) : c.notFound();
  });
  app.get('/_mail/:id{[0-9]{1,15}}/:number{[1-9][0-9]?}', async (c) => {
    const mail = await findMail(db, c.req.param('id'));
    const file = mail?.attachments[Number(c.req.param('number')) - 1];
    if (!file) return c.notFound();
    c.header('Content-Disposition', `attachment; filename="${file.name.replace(/[^\w.-]/g, '_')}"`);
    return c.body(Buffer.from(file.text, file.encoding ?? 'utf8'), 200, { 'Content-Type': file.mimeType });
  });
  return async (request) => app.fetch(request);
}

export type StoredMail = typeof mailbox.$inferSelect;

async function findMail(db: Database, id: string): Promise<StoredMail | undefined> {
  const [mail] = await db
    .select()
    .from(mailbox)
    .where(eq(mailbox.id, Number(id)));
  return mail;
}

const listMails = (db: Database, to?: string): Promise<StoredMail[]> =>
  db
    .select()
    .from(mailbox)
    .where(to ? eq(mailbox.to, to.trim().toLowerCase()) : undefined)
    .orderBy(desc(mailbox.id))
    .limit(shown);

const asJson = ({ id, to, subject, text, html, links, attachments, createdAt }: StoredMail) => ({
  id,
  to,
  subject,
  text,
  html,
  links,
  attachments,
  created_at: createdAt.toISOString(),
});
