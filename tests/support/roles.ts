/** The roles and names of a page, in both languages, as a table. */
import type { Locator } from '@playwright/test';

export interface Named {
  role: string;
  name: string;
}

/** They are found without a name. */
const landmarks = new Set(['banner', 'navigation', 'main', 'search', 'contentinfo']);
const roles = new Set([
  ...landmarks,
  ...['region', 'complementary', 'form', 'dialog', 'alert', 'heading', 'button', 'link', 'table'],
  ...['textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'spinbutton'],
]);

/** Returns landmarks, headings, buttons, links and fields, in the order of the page. */
export async function listNames(part: Locator): Promise<Named[]> {
  const lines = (await part.ariaSnapshot()).split('\n');
  return lines.flatMap((line) => {
    const plain = line.replace(/^(\s*- )'(.*)'(:?)$/, '$1$2');
    const [, role = '', quoted] = /^\s*- (\w+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(plain) ?? [];
    return roles.has(role) ? [{ role, name: quoted ? (JSON.parse(quoted) as string) : '' }] : [];
  });
}

/** Returns what a list has more than another one. */
export function without(list: Named[], others: Named[]): Named[] {
  const left = others.map(keyOf);
  return list.filter((one) => {
    const at = left.indexOf(keyOf(one));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const keyOf = ({ role, name }: Named) => `${role} ${name}`;

/** Puts the names of both languages side by side: the n-th button beside the n-th button. */
export function tableOf({ en, de }: { en: Named[]; de: Named[] }): string {
  const german = byRole(de);
  const rows = [...byRole(en)].flatMap(([role, names]) => {
    const others = german.get(role) ?? [];
    if (others.length !== names.length) throw new Error(`${role}: ${names.join(', ')} | ${others.join(', ')}`);
    return names.flatMap((name, at) => {
      const other = others[at] ?? '';
      return isData(role, name) || isData(role, other) ? [] : [`| ${role} | ${cell(name)} | ${cell(other)} |`];
    });
  });
  return ['| role | English | German |', '|---|---|---|', ...new Set(rows), ''].join('\n');
}

function byRole(list: Named[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { role, name } of list) names.set(role, [...(names.get(role) ?? []), name]);
  return names;
}

/** Names with numbers or of the test's member are data. */
const isData = (role: string, name: string) => /\d|Mira/.test(name) || (name === '' && !landmarks.has(role));

const cell = (name: string) => name.replaceAll('|', '\\|');
