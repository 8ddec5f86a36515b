import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { createTexts } from '../platform/i18n/texts';
import { TextsContext } from '../platform/i18n/use-translation';
import { initials } from './avatar';
import { Button } from './button';
import { Dialog } from './dialog';
import { Facts } from './facts';
import { FormatProvider } from './format';
import { Money } from './money';
import { Pagination, shownPages } from './pagination';
import { Stepper } from './stepper';
import { Table } from './table';
import { Time } from './time';

vi.mock('@remix-run/react', () => ({
  Link: ({ to, ...link }: { to: string }) => <a href={to} {...link} />,
}));

/** Renders without texts, so that keys stand in their place. */
function render(element: ReactElement): string {
  const noTexts = createTexts('de', () => {});
  return renderToStaticMarkup(
    <TextsContext.Provider value={noTexts}>
      <FormatProvider value={{ language: 'de', timeZone: 'Europe/Berlin' }}>{element}</FormatProvider>
    </TextsContext.Provider>,
  );
}

describe('Button', () => {
  it('says why it cannot be pressed', () => {
    const html = render(<Button reason="Confirm your e-mail first.">Withdraw</Button>);
    const describedBy = /aria-describedby="([^"]+)"/.exec(html)?.[1];
    expect(html).toMatch(/<button[^>]* disabled=""/);
    expect(html).toContain(`id="${describedBy}">Confirm your e-mail first.`);
  });

  it('keeps its words while busy', () => {
    expect(render(<Button busy>Send</Button>)).toBe('<button type="submit" class="btn" aria-busy="true">Send</button>');
  });
});

describe('Table', () => {
  const table = (
    <Table
      caption="Entries"
      columns={[
        { key: 'what', header: 'What', cell: (row: { what: string }) => row.what, part: 'lead', sorted: 'descending' },
        { key: 'sum', header: 'Sum', cell: () => '1', part: 'value', figures: true },
      ]}
      rows={[{ what: 'Deposit' }]}
      rowKey={(row) => row.what}
      foot={{ label: 'Total', cells: ['1'] }}
    />
  );

  it('names every role, because stacked cells lose theirs', () => {
    const html = render(table);
    for (const tag of ['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']) {
      for (const [open] of html.matchAll(new RegExp(`<${tag}[ >][^>]*>?`, 'g'))) expect(open).toContain('role="');
    }
    expect(html).toContain('<th scope="row" role="rowheader" class="lead">Deposit</th>');
    expect(html).toContain('aria-sort="descending"');
  });
});

describe('Pagination', () => {
  it('hides no single page behind a gap', () => {
    expect(shownPages(1, 1)).toEqual([1]);
    expect(shownPages(4, 9)).toEqual([1, 2, 3, 4, 5, 9]);
    expect(shownPages(5, 9)).toEqual([1, 4, 5, 6, 9]);
    expect(shownPages(6, 9)).toEqual([1, 5, 6, 7, 8, 9]);
    expect(shownPages(1, 3)).toEqual([1, 2, 3]);
  });

  it('marks the current page and links the others', () => {
    const page = { current_page: 2, last_page: 3, from: 16, to: 30, total: 40 };
    const html = render(<Pagination page={page} href={(number) => `?page=${number}`} />);
    expect(html).toMatch(/<a href="\?page=2" aria-current="page">/);
    expect(html).toMatch(/<a href="\?page=1" rel="prev">/);
    expect(html).toMatch(/<a href="\?page=3" rel="next">/);
  });

  it('is silent for an empty list', () => {
    const page = { current_page: 1, last_page: 1, from: null, to: null, total: 0 };
    expect(render(<Pagination page={page} href={String} />)).toBe('');
  });
});

describe('what the HTML says before script', () => {
  it('writes times in full', () => {
    expect(render(<Time at="2026-11-20T08:41:00Z" />)).toBe(
      '<time dateTime="2026-11-20T08:41:00Z">20.11.2026, 09:41\u00a0Uhr</time>',
    );
  });

  it('opens a dialog that the server opened', () => {
    expect(
      render(
        <Dialog id="terms" title="Terms" open blocking>
          {null}
        </Dialog>,
      ),
    ).toContain('<dialog id="terms"');
    expect(
      render(
        <Dialog id="terms" title="Terms" open blocking>
          {null}
        </Dialog>,
      ),
    ).toContain(' open=""');
    expect(
      render(
        <Dialog id="terms" title="Terms" open={false} blocking>
          {null}
        </Dialog>,
      ),
    ).not.toContain(' open=""');
  });

  it('keeps copy buttons for script', () => {
    expect(render(<Facts facts={[{ label: 'IBAN', value: 'DE88' }]} />)).not.toContain('<button');
  });

  it('leave the unit out of what is copied, with a button and by selecting', () => {
    const html = render(<Facts facts={[{ label: 'Amount', value: '500,00', unit: 'EUR' }]} />);
    expect(html).toContain('<span class="copy">500,00</span> EUR</dd>');
    expect(html).not.toContain('class="copy mono"');
  });
});

it('says the state of a step in words', () => {
  const html = render(<Stepper steps={[{ title: 'Sent', state: 'current' }]} />);
  expect(html).toContain('aria-current="step"');
  expect(html).toContain('<span class="vh">ui.step.current </span>Sent');
});

it('colours only money that comes in', () => {
  expect(render(<Money amount="7.45" currency="EUR" signed />)).toBe('<span class="num in">+7,45\u00a0€</span>');
  expect(render(<Money amount="-7.45" currency="EUR" signed />)).toBe('<span class="num">−7,45\u00a0€</span>');
});

it('takes the first letters of first and last name', () => {
  expect(initials('Johanna von der Linde')).toBe('JL');
  expect(initials('  émile ')).toBe('É');
  expect(initials('')).toBe('');
});
