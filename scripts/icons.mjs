// Draws the app's icons from public/favicon.svg. Run `node scripts/icons.mjs` after a change of the drawing or the
// paper.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from './chromium.mjs';
import { root } from './process.mjs';

/** `--paper` of tokens.css. */
const PAPER = '#f6f1e6';

/**
 * `part` is the share of the width that the drawing takes, `corner` the radius of the paper under it. An icon that
 * phones crop has paper up to the edge, and its drawing is inside the circle of 80 % that is never cropped.
 */
const icons = [
  { file: 'icons/app-192.png', size: 192, part: 0.8, corner: 0.2 },
  { file: 'icons/app-512.png', size: 512, part: 0.8, corner: 0.2 },
  { file: 'icons/maskable-512.png', size: 512, part: 0.6, corner: 0 },
  { file: 'apple-touch-icon.png', size: 180, part: 0.72, corner: 0 },
];

const drawing = readFileSync(join(root, 'public/favicon.svg'), 'utf8');
mkdirSync(join(root, 'public/icons'), { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
const page = await browser.newPage({ colorScheme: 'light' });
for (const { file, size, part, corner } of icons) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>
      body { margin: 0 }
      main { display: grid; place-items: center; height: 100vh; background: ${PAPER}; border-radius: ${corner * size}px }
      svg { width: ${part * size}px }
    </style><main>${drawing}</main>`,
  );
  writeFileSync(join(root, 'public', file), await page.screenshot({ omitBackground: true }));
}
await browser.close();
