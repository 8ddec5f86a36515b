import { fixed, printGoals, printTable, times, whole } from './report.mjs';
import { startAlmende } from './servers.mjs';
import { Visitor } from './visitor.mjs';

const LANGUAGES = ['en', 'de'];
const FIRST_LOAD_LIMIT = 14_600;
const SCRIPT_LIMIT = 120_000;
const SCRIPT_STRETCH = 105_000;

const GUEST_PAGES = ['/login', '/register', '/recover', '/error500', '/routes'];
const MEMBER_PAGES = ['/dashboard', '/settings/address', '/error500'];

/** Measures the bytes of eight pages and the lock on the wire in both languages, in full and in the light version. */
export async function pages(club) {
  const server = await startAlmende(club.env);
  const rows = [];
  for (const language of LANGUAGES) {
    for (const path of GUEST_PAGES) rows.push(await weigh(new Visitor(server.url, language), path, 'guest'));
    const member = await new Visitor(server.url, language).signIn('anna@example.org');
    for (const path of MEMBER_PAGES) rows.push(await weigh(member, path, 'member'));
    await member.submit('/lock', '/lock', { intent: 'lock' });
    rows.push(await weigh(member, '/lock', 'locked'));
  }
  await server.stop();
  report(rows);
}

/** Measures the first load of a page, with an empty browser cache. */
async function weigh(visitor, path, who) {
  const brotli = { 'accept-encoding': 'br' };
  const plain = await visitor.look(path);
  const html = await visitor.look(path, brotli);
  const light = await visitor.inLightVersion(path);
  const lightHtml = await light.look(path, brotli);
  const lightText = (await light.look(path)).body.toString();
  const text = plain.body.toString();
  const css = await visitor.look(/<link rel="stylesheet" href="([^"]+)"/.exec(text)[1], brotli);
  const script = await scriptOf(visitor, text);
  return {
    name: `${path} (${who}, ${visitor.language})`,
    plain: plain.body.length,
    html: html.body.length,
    css: css.body.length,
    headers: html.headerBytes + css.headerBytes,
    script: script.bytes,
    texts: await textBytes(visitor, text, script.texts),
    light: lightHtml.body.length,
    lightScripts: [...lightText.matchAll(/<script|modulepreload/g)].length,
  };
}

/** Returns the bytes of all modules that the page's module tags name, of their static imports, and of their texts. */
async function scriptOf(visitor, html) {
  const tags = /<link rel="modulepreload" href="([^"]+)"|(?:from|import)[\s(]*"(\/assets\/[^"]+\.js)"/g;
  const modules = new Set([...html.matchAll(tags)].map(([, preloaded, imported]) => preloaded ?? imported));
  const texts = new Set(['common']);
  let bytes = 0;
  // A set may grow during iteration.
  for (const path of modules) {
    bytes += (await visitor.look(path, { 'accept-encoding': 'br' })).body.length;
    const source = (await visitor.look(path)).body.toString();
    for (const [, name] of source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) modules.add(`/assets/${name}`);
    for (const [, names] of source.matchAll(/\bi18n:\[([^\]]*)\]/g))
      for (const [, name] of names.matchAll(/"(\w+)"/g)) texts.add(name);
  }
  return { bytes, texts };
}

/** Returns the bytes of the translations that script fetches before it hydrates. */
async function textBytes(visitor, html, files) {
  const version = /data-locales="([^"]+)"/.exec(html)[1];
  let bytes = 0;
  for (const file of files) {
    const path = `/locales/${visitor.language}/${file}.json?v=${version}`;
    bytes += (await visitor.look(path, { 'accept-encoding': 'br' })).body.length;
  }
  return bytes;
}

function report(rows) {
  printTable(
    'Pages: bytes on first load; "br" as compressed by the server, headers of the page and of its CSS',
    ['page', 'HTML', 'HTML br', 'headers', 'CSS br', 'sum', 'JS br', 'texts br', 'light br', 'full : light'],
    rows.map(({ name, plain, html, headers, css, script, texts, light }) => [
      name,
      ...[plain, html, headers, css, html + headers + css, script, texts, light].map(whole),
      fixed(html / light),
    ]),
  );
  const most = (figure) => rows.reduce((worst, row) => (figure(row) > figure(worst) ? row : worst));
  const heaviest = most(sumOf);
  const mostScript = most(({ script }) => script);
  const mostTwice = most(ratioOf);
  const lightScripts = rows.reduce((sum, row) => sum + row.lightScripts, 0);
  printGoals([
    {
      budget: 4,
      name: `HTML + headers + CSS, heaviest: ${heaviest.name}`,
      measured: whole(sumOf(heaviest)),
      goal: `≤ ${whole(FIRST_LOAD_LIMIT)}`,
      met: sumOf(heaviest) <= FIRST_LOAD_LIMIT,
    },
    {
      budget: 5,
      name: `JavaScript, most: ${mostScript.name}`,
      measured: whole(mostScript.script),
      goal: `≤ ${whole(SCRIPT_LIMIT)}, stretch ${whole(SCRIPT_STRETCH)}`,
      met: mostScript.script <= SCRIPT_LIMIT,
      stretch: mostScript.script <= SCRIPT_STRETCH,
    },
    { budget: 5, name: 'script tags in light pages', measured: lightScripts, goal: '0', met: lightScripts === 0 },
    {
      budget: 7,
      name: `HTML full : light, most: ${mostTwice.name}`,
      measured: times(ratioOf(mostTwice)),
      goal: '≤ 2.5×, stretch 1.6×',
      met: ratioOf(mostTwice) <= 2.5,
      stretch: ratioOf(mostTwice) <= 1.6,
    },
  ]);
}

const sumOf = ({ html, headers, css }) => html + headers + css;
const ratioOf = ({ html, light }) => html / light;
