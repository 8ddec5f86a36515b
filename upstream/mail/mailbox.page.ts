import { escapeHtml as text } from '../http/html';
import type { StoredMail } from './mailbox';

/** Returns a page with every mail and its text; URLs are links. */
export function listPage(mails: StoredMail[]): string {
  const list = mails.map(article).join('\n');
  return page('Mailbox', list || '<p>No mail yet. What this server sends appears here.</p>');
}

export const mailPage = (mail: StoredMail): string =>
  page(mail.subject, `<p><a href="/_mail">All mails</a></p>\n${article(mail)}`);

const article = ({ id, to, subject, text: body, attachments, createdAt }: StoredMail) => `<article>
<h2><a href="/_mail/${id}">${text(subject)}</a></h2>
<p>To ${text(to)}, <time datetime="${createdAt.toISOString()}">${createdAt.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p>
<pre>${linked(body)}</pre>
${attachments.map(({ name }, index) => `<p>Attached: <a href="/_mail/${id}/${index + 1}">${text(name)}</a></p>`).join('\n')}
</article>`;

/** Turns URLs into links. Splitting by a capturing pattern puts the URLs at the odd indexes. */
const linked = (body: string) =>
  body
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 0 ? text(part) : `<a href="${text(part)}">${text(part)}</a>`))
    .join('');

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)} - Mailbox</title>
<link rel="stylesheet" href="/_mail.css">
</head>
<body>
<main>
<h1>Mailbox</h1>
${content}
</main>
</body>
</html>
`;
