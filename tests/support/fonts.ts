import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './server-process';

const FAMILIES = { serif: 'DejaVu Serif', monospace: 'DejaVu Sans Mono' };
const LEFT_OUT = ['Condensed', 'ExtraLight', 'Math'];

/**
 * Returns the environment of a browser that has only DejaVu, whatever is installed. It is the widest of the common
 * fonts, so text that fits with it fits with the others. Fontconfig reads it, so it works only on Linux.
 */
export function wideFonts(): Record<string, string> {
  const folder = join(root, '.cache/fonts');
  const file = join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<fontconfig>
  <dir>${join(root, 'node_modules/dejavu-fonts-ttf/ttf')}</dir>
  <cachedir>${folder}</cachedir>
  <selectfont><rejectfont>${LEFT_OUT.map((word) => `<glob>*${word}*</glob>`).join('')}</rejectfont></selectfont>
  ${Object.entries(FAMILIES)
    .map(([generic, family]) => rule(`<test name="family"><string>${generic}</string></test>`, 'assign', family))
    .join('\n  ')}
  ${rule('', 'append_last', 'DejaVu Sans')}
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}

const rule = (test: string, mode: string, family: string) =>
  `<match>${test}<edit name="family" mode="${mode}" binding="strong"><string>${family}</string></edit></match>`;
