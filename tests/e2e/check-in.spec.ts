import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { memberPermissions } from '../../upstream/members/permissions';
import { createAppointment, openListed } from '../support/appointments';
import { expect, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

const readerOfCodes = createRequire(import.meta.url).resolve('jsqr');

for (const language of ['en', 'de'] as const) {
  test.describe(`check-in, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });
    test.setTimeout(240_000);

    test('tells apart who may come in, by the code or by the camera', async ({
      page,
      context,
      club,
      member,
      enter,
      javaScriptEnabled,
      t,
    }) => {
      const run = `${language} ${javaScriptEnabled ? 'js' : 'html'}`;
      const titles = { feast: `Hoffest ${run}`, walk: `Feldgang ${run}` };
      const feast = await createAppointment(club, { title: titles.feast, inDays: 1 });
      await createAppointment(club, { title: titles.walk, inDays: 1 });

      /** Registers a new member, and returns the code of the ticket and its picture. */
      const hold = async (firstname: string, title: string, guests = '') => {
        await context.clearCookies();
        await enter(await member({ language, firstname }), '/appointments');
        await openListed(page, title);
        await hydrated(page, { javaScriptEnabled });
        await page.getByLabel(t('appointment:register.guests')).fill(guests);
        const overlap = page.getByLabel(t('appointment:register.overlap'));
        // The walk is on the same evening, but each of them holds one ticket.
        await expect(overlap).toHaveCount(0);
        await page.getByRole('button', { name: t('appointment:register.send') }).click();
        const code = page.locator('.stub .ref');
        await expect(code).toHaveText(/^[\w-]+$/);
        const source = await page.getByAltText(t('appointment:ticket.qr')).getAttribute('src');
        const picture = await (await page.request.get(new URL(source ?? '', page.url()).href)).text();
        return { code: (await code.textContent()) ?? '', picture };
      };
      const mira = await hold('Mira', titles.feast, 'Ruth Haller');
      const elsewhere = await hold('Ute', titles.walk);
      const gone = await hold('Jan', titles.feast);
      await page.getByRole('link', { name: t('appointment:cancel.now_one') }).click();
      await page.getByRole('button', { name: t('appointment:cancel.now_one') }).click();
      await expect(page.locator('.pass')).toContainText(t('appointment:state.canceled'));

      const permissions = [...memberPermissions, 'event.check_in'];
      const keeper = await member({ language, firstname: 'Greta', permissions });
      await context.clearCookies();
      if (javaScriptEnabled) await showToCamera(page, mira.picture);
      await enter(keeper, '/appointments');
      await page.getByRole('link', { name: t('appointment:list.check_in'), exact: true }).click();
      await page.getByRole('link', { name: titles.feast, exact: true }).click();
      await expect(page.getByText(t('door:present', { present: 0, count: 2 }))).toBeVisible();
      await hydrated(page, { javaScriptEnabled });

      const result = page.locator('#result');
      if (javaScriptEnabled) {
        await page.getByRole('button', { name: t('door:camera.start') }).click();
        await expect(result).toContainText(t('door:title.admitted', { name: 'Mira Feld' }));
        await page.getByRole('button', { name: t('door:camera.stop') }).click();
      } else {
        await check(page, t, mira.code.toLowerCase());
        await expect(result).toContainText(t('door:title.admitted', { name: 'Mira Feld' }));
      }
      await expect(result).toContainText('Ruth Haller');
      await expect(page.getByText(t('door:present', { present: 2, count: 2 }))).toBeVisible();
      for (const [code, title] of [
        [mira.code, t('door:title.duplicate', { name: 'Mira Feld' })],
        [gone.code, t('door:title.canceled', { name: 'Jan Feld' })],
        [elsewhere.code, t('door:title.other', { name: 'Ute Feld' })],
        ['AAAA-BBBB-CCCC', t('door:title.unknown', { name: 'AAAA-BBBB-CCCC' })],
        ['AT1.QVAtMXwyfDM.c2ln', t('door:title.unknown', { name: 'AT1' }).slice(0, -1)],
      ] as const) {
        await check(page, t, code);
        await expect(result).toContainText(title);
      }
      await expect(page).toHaveURL(new RegExp(`appointment=${feast}`));
      await check(page, t, mira.code);
      await expect(result).toContainText(t('door:title.duplicate', { name: 'Mira Feld' }));
      await page.getByLabel(t('door:search.name')).fill('Ruth');
      await page.getByLabel(t('door:search.name')).press('Enter');
      await expect(page.locator('#search')).toContainText(t('door:outcome.admitted'));
    });
  });
}

async function check(page: Page, t: Translate, code: string) {
  await page.getByLabel(t('door:code.label')).fill(code);
  await page.getByRole('button', { name: t('door:code.check') }).click();
}

/**
 * Gives the browser a camera that sees a picture, and the detector of QR codes that this browser lacks and phones have.
 */
async function showToCamera(page: Page, picture: string) {
  await page.addInitScript({ content: readFileSync(readerOfCodes, 'utf8') });
  await page.addInitScript((svg: string) => {
    const side = 480;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: side, height: side });
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    const seen = new Image();
    seen.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    const draw = () => {
      brush?.fillRect(0, 0, side, side);
      brush?.drawImage(seen, 20, 20, side - 40, side - 40);
    };
    Object.assign(navigator.mediaDevices, {
      getUserMedia: async () => {
        if (brush) brush.fillStyle = 'white';
        setInterval(draw, 50);
        return canvas.captureStream(20);
      },
    });
    Object.assign(window, {
      BarcodeDetector: class {
        async detect(video: HTMLVideoElement) {
          const frame = Object.assign(document.createElement('canvas'), { width: side, height: side });
          const context = frame.getContext('2d');
          context?.drawImage(video, 0, 0, side, side);
          const data = context?.getImageData(0, 0, side, side).data;
          const read = (window as unknown as { jsQR: (...given: unknown[]) => { data: string } | null }).jsQR;
          const found = data && read(data, side, side);
          return found ? [{ rawValue: found.data }] : [];
        }
      },
    });
  }, picture);
}
