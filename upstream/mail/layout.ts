import { escapeHtml } from '../http/html';
import type { Language, Mail, MailContent } from './mail';

/** Of the configuration. */
interface Sender {
  productName: string;
  publicUrl: string;
}

/** Returns a mail in the club's layout, as text and as HTML. Everything is escaped. */
export function layOut(
  content: MailContent,
  language: Language,
  club: Sender,
): Pick<Mail, 'subject' | 'text' | 'html' | 'links'> {
  const links = content.action ? [content.action.url] : [];
  return {
    // A line break in a name must not reach the header. The mail library folds it, but the mailbox page would show it.
    subject: content.subject.replace(/\s+/g, ' ').trim(),
    text: asText(content, language, club),
    html: asHtml(content, language, club),
    links,
  };
}

const frame = {
  en: {
    hint: 'If the button does not work, open this address:',
    reason: 'You get this e-mail because this address is used at {name}.',
    imprint: 'Imprint',
    contact: 'Contact',
  },
  de: {
    hint: 'Falls der Knopf nicht funktioniert, öffne diese Adresse:',
    reason: 'Du bekommst diese E-Mail, weil diese Adresse bei {name} verwendet wird.',
    imprint: 'Impressum',
    contact: 'Kontakt',
  },
};

const reasonOf = (language: Language, productName: string) =>
  frame[language].reason.replace('{name}', () => productName);

/** The name and the address of each page about the club. */
const pagesOf = (language: Language, publicUrl: string) =>
  (['imprint', 'contact'] as const).map((name) => ({ name: frame[language][name], url: `${publicUrl}/${name}` }));

function asText(content: MailContent, language: Language, { productName, publicUrl }: Sender): string {
  const { paragraphs, action, notes = [] } = content;
  const button = action ? [`${action.label}:\n${action.url}`] : [];
  const pages = pagesOf(language, publicUrl).map(({ name, url }) => `${name}: ${url}`);
  const signature = ['-- ', productName, reasonOf(language, productName), ...pages].join('\n');
  return `${[...paragraphs, ...button, ...notes, signature].join('\n\n')}\n`;
}

// Mail programs drop style sheets, so each element has its own styles.
const body = 'margin:0;padding:24px;background:#f4f1ea;color:#23271f;font:16px/1.5 Georgia,serif';
const card =
  'max-width:34rem;margin:0 auto;padding:24px 28px;background:#ffffff;border:1px solid #d9d4c5;overflow-wrap:anywhere;word-break:break-word';
const button = 'display:inline-block;padding:12px 20px;background:#24512f;color:#ffffff;text-decoration:none';
const small = 'color:#5b6154;font-size:14px';

function asHtml(content: MailContent, language: Language, { productName, publicUrl }: Sender): string {
  const { subject, paragraphs, picture, action, notes = [] } = content;
  const image = picture
    ? `<p><img src="cid:${escapeHtml(picture.name)}" alt="${escapeHtml(picture.alt)}" width="220" height="220"></p>\n`
    : '';
  const pages = pagesOf(language, publicUrl)
    .map(({ name, url }) => `<a href="${escapeHtml(url)}" style="color:#24512f">${name}</a>`)
    .join(' · ');
  const link = action
    ? `<p><a href="${escapeHtml(action.url)}" style="${button}">${escapeHtml(action.label)}</a></p>
<p style="${small}">${escapeHtml(frame[language].hint)}<br><a href="${escapeHtml(action.url)}" style="color:#24512f;word-break:break-all">${escapeHtml(action.url)}</a></p>
`
    : '';
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="${body}">
<div style="${card}">
<p><strong>${escapeHtml(productName)}</strong></p>
${paragraphs.map((text) => `<p>${lines(text)}</p>\n`).join('')}${image}${link}${notes.map((text) => `<p style="${small}">${lines(text)}</p>\n`).join('')}<hr>
<p style="${small}">${escapeHtml(reasonOf(language, productName))}<br>${pages}</p>
</div>
</body>
</html>
`;
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
