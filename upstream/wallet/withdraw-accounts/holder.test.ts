import { expect, it } from 'vitest';
import { isHolder } from './holder';

it.each([
  ['Mira Maier', 'Mira', 'Maier'],
  ['MAIER, MIRA', 'Mira', 'Maier'],
  ['  mira   maier ', 'Mira', 'Maier'],
  ['Mira Sophie Maier', 'Mira', 'Maier'],
  ['Maier Mira Sophie', 'Mira', 'Maier'],
  ['Mira Maier', 'Mira Sophie', 'Maier'],
  ['Anna Schmidt', 'Anna Maria Berta', 'Schmidt'],
  ['Anna Berta Schmidt', 'Anna Maria Berta', 'Schmidt'],
  ['Schmidt, Berta Anna Maria', 'Anna Maria Berta', 'Schmidt'],
  ['Sophie Mira Maier', 'Mira', 'Maier'],
  ['Dr. Mira Maier', 'Mira', 'Maier'],
  ['Juergen Mueller', 'Jürgen', 'Müller'],
  ['JURGEN MULLER', 'Jürgen', 'Müller'],
  ['Jürgen Müller', 'Juergen', 'Mueller'],
  ['Hans Gross', 'Hans', 'Groß'],
  ['HANS GROẞ', 'Hans', 'Gross'],
  ['Soeren Joergensen', 'Søren', 'Jørgensen'],
  ['Lukasz Wojcik', 'Łukasz', 'Wójcik'],
  ['Anna-Lena Müller-Lüdenscheidt', 'Anna Lena', 'Müller Lüdenscheidt'],
  ['SINEAD ONEILL', 'Sinéad', 'O’Neill'],
  ['Jan van der Berg', 'Jan', 'van der Berg'],
  ['Мария Иванова', 'Мария', 'Иванова'],
])('%s is the account of %s %s', (holder, firstname, lastname) => {
  expect(isHolder(holder, { firstname, lastname })).toBe(true);
});

it.each([
  ['Mia Maier', 'Mira', 'Maier'],
  ['Mira Meier', 'Mira', 'Maier'],
  ['Maier', 'Mira', 'Maier'],
  ['Mira', 'Mira', 'Maier'],
  // Several first names belong to one person, so the first of them has to be there.
  ['Berta Schmidt', 'Anna Maria Berta', 'Schmidt'],
  ['Maria Schmidt', 'Anna Maria Berta', 'Schmidt'],
  ['Schmidt Maria Berta', 'Anna Maria Berta', 'Schmidt'],
  ['Lena Müller', 'Anna-Lena', 'Müller'],
  ['Mira Maier GmbH', 'Mira', 'Maier'],
  ['Mira und Karl Maier', 'Mira', 'Maier'],
  ['Mira & Karl Maier', 'Mira', 'Maier'],
  ['Karl Schmidt', 'Mira', 'Maier'],
  ['Mira Maierhofer', 'Mira', 'Maier'],
  ['Jan Berg', 'Jan', 'van der Berg'],
  ['-', 'Mira', 'Maier'],
  ['Maier Maier', 'Mira', 'Maier'],
  // There is nothing to compare.
  ['Karl Schmidt', '-', '.'],
  ['Karl Schmidt', 'Karl', '.'],
  ['Karl Schmidt', "'", 'Schmidt'],
  ['Karl Schmidt', 'ʼ', 'ʼ'],
  ['- .', '-', '.'],
])('%s is not the account of %s %s', (holder, firstname, lastname) => {
  expect(isHolder(holder, { firstname, lastname })).toBe(false);
});
