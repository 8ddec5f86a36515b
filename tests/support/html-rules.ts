import type { BrowserContext, Page } from '@playwright/test';

/** Runs in the page, so it is whole in itself. Returns what breaks a rule of HTML that html-validate does not know. */
export function findHtmlFaults(): string[] {
  const faults: string[] = [];
  const report = (rule: string, element: Element) =>
    faults.push(`${rule}: ${(element.cloneNode(false) as Element).outerHTML.slice(0, 200)}`);
  const all = (selector: string, root: ParentNode = document) => [...root.querySelectorAll(selector)];

  for (const select of all('select')) {
    for (const name of ['maxlength', 'minlength', 'pattern'])
      if (select.hasAttribute(name)) report(`a select has no ${name}`, select);
    const { required, multiple, size, options } = select as HTMLSelectElement;
    if (required && !multiple && size < 2 && options[0]?.value !== '')
      report('a required select begins with a placeholder', select);
  }

  for (const control of all('[form]'))
    if (!(document.getElementById(control.getAttribute('form') ?? '') instanceof HTMLFormElement))
      report('the attribute "form" names a form of the page', control);

  let level = 0;
  for (const heading of all('h1, h2, h3, h4, h5, h6')) {
    // A summary of errors stands before everything else, and a modal dialog is a page of its own.
    if (heading.closest('.summary, dialog')) continue;
    const own = Number(heading.localName[1]);
    if (level === 0 && own > 1) report('no heading stands before the h1', heading);
    else if (own > level + 1) report(`a heading after an h${level} skips no level`, heading);
    level = own;
  }

  const roles: Record<string, string[]> = {
    'thead, tbody, tfoot': ['rowgroup'],
    tr: ['row'],
    'th, td': ['columnheader', 'rowheader', 'cell'],
  };
  for (const table of all('table')) {
    const marked = all('[role]', table).filter((one) =>
      /^(rowgroup|row|columnheader|rowheader|cell)$/.test(one.getAttribute('role') ?? ''),
    );
    if (!table.hasAttribute('role') && marked.length === 0) continue;
    if (table.getAttribute('role') !== 'table') report('a table has all roles of tables or none', table);
    for (const [parts, allowed] of Object.entries(roles))
      for (const part of all(parts, table))
        if (!allowed.includes(part.getAttribute('role') ?? '')) report('a table has all roles of tables or none', part);
  }

  for (const scrim of all('.scrim')) {
    if (scrim.closest('main, nav, header, footer, aside, [role]')) report('a scrim is in no landmark', scrim);
    if (!scrim.closest('[aria-hidden=true]')) report('a scrim is only for the eye', scrim);
  }
  return faults;
}

/** Reports the faults of each page that is loaded, and of what is shown at the end: call what it returns. */
export function watchHtml(context: BrowserContext, found: (fault: string) => void) {
  const look = async (page: Page) => {
    for (const fault of await page.evaluate(findHtmlFaults)) found(`${page.url()}: ${fault}`);
  };
  // A page that was left has no faults any more.
  const tryToLook = (page: Page) => look(page).catch(() => undefined);
  context.on('page', (page) => page.on('domcontentloaded', () => void tryToLook(page)));
  return async () => {
    for (const page of context.pages()) await tryToLook(page);
  };
}
