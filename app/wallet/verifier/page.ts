/** The page around the checks. It reads a chosen, dropped or pasted receipt and shows the verdict. */
import { type Booking, check, findProof, type Verdict } from './check';
import { type Language, texts } from './texts';

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const form = byId<HTMLFormElement>('form');
const result = byId('result');
const file = byId<HTMLInputElement>('file');
const pasted = byId<HTMLTextAreaElement>('pasted');

let language: Language = navigator.language.startsWith('de') ? 'de' : 'en';
let shown: (() => void) | null = null;

function speak(next: Language) {
  language = next;
  const words = texts[language] as unknown as Record<string, string>;
  document.documentElement.lang = language;
  document.title = texts[language].title;
  for (const element of document.querySelectorAll<HTMLElement>('[data-t]')) {
    element.textContent = words[element.dataset.t ?? ''] ?? '';
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-language]')) {
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
  }
  shown?.();
}

/** Returns the text of a file byte by byte, because only the plain parts of a PDF matter. */
const textOf = async (chosen: Blob): Promise<string> => {
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
};

async function run() {
  const [chosen] = file.files ?? [];
  const proof = findProof(chosen ? await textOf(chosen) : pasted.value);
  const given = { key: byId<HTMLInputElement>('key').value, later: byId<HTMLTextAreaElement>('later').value };
  const verdict = proof && (await check(proof, given));
  shown = () => result.replaceChildren(...(verdict ? show(verdict) : [alert('wrong', texts[language].nothing)]));
  shown();
  result.focus();
}

function show({ checks, bookings, head, key }: Verdict): HTMLElement[] {
  const t = texts[language];
  const isWrong = checks.some((one) => one.result === 'wrong');
  const isSigned = checks.some((one) => one.name === 'signature' && one.result === 'right');
  const list = element('ul');
  list.className = 'checks';
  for (const { name, result: found, why } of checks) {
    const item = element('li', '', found);
    item.append(element('strong', t.results[found]), ` ${t.names[name]}${why ? ` ${t.whys[why]}` : ''}`);
    list.append(item);
  }
  // The club's English writes the day first.
  const locale = language === 'en' ? 'en-GB' : language;
  const moment = (at: string) => new Date(at).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'long' });
  return [
    alert(isWrong ? 'wrong' : 'right', isWrong ? t.wrong : isSigned ? t.right : t.partly),
    element('h2', t.checks),
    list,
    element('p', t.beyond, 'muted'),
    ...(key ? [facts([[t.signer, key]])] : []),
    ...(head ? [element('p', t.head(head.size, moment(head.signedAt)), 'muted')] : []),
    element('h2', bookings.length > 1 ? t.bookings : t.booking),
    ...bookings.map((booking) => facts(factsOf(booking, moment))),
  ];
}

function factsOf(booking: Booking, moment: (at: string) => string): [string, string][] {
  const t = texts[language];
  const isGain = !booking.amount.startsWith('-');
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency: booking.currency });
  return [
    [t.transaction, booking.transaction_label],
    [isGain ? t.gained : t.lost, amount.format(booking.amount.replace('-', '') as Intl.StringNumericLiteral)],
    [t.booked, moment(booking.booked_at)],
    [t.kind, kindOf(booking)],
    [t.number, String(booking.index + 1)],
  ];
}

function kindOf({ entry }: Booking): string {
  try {
    return String((JSON.parse(entry) as { kind: string }).kind);
  } catch {
    return '–';
  }
}

function facts(rows: [string, string][]): HTMLElement {
  const list = element('dl');
  for (const [label, value] of rows) list.append(element('dt', label), element('dd', value));
  return list;
}

function alert(kind: 'right' | 'wrong', words: string): HTMLElement {
  const box = element('p', words, `verdict ${kind}`);
  return box;
}

function element(name: string, words = '', className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = words;
  if (className) made.className = className;
  return made;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run();
});
file.addEventListener('change', () => void run());
pasted.addEventListener('input', () => {
  file.value = '';
});
for (const button of document.querySelectorAll<HTMLElement>('[data-language]')) {
  button.addEventListener('click', () => speak(button.dataset.language as Language));
}
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const dropped = event.dataTransfer?.files;
  if (!dropped?.length) return;
  file.files = dropped;
  void run();
});
byId('no-script').remove();
speak(language);
