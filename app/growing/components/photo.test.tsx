import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FormatProvider } from '../../ui/format';
import { Photos } from './photo';

const photo = {
  id: '0193d2a0-0000-4000-8000-000000000001',
  taken_on: '2026-11-16',
  caption: 'Reihe 4 von der Tür aus',
  alt: 'Reihen blühender Pflanzen',
  width: 4000,
  height: 3000,
  widths: [480, 960, 1600],
};

const render = (...photos: (typeof photo | (Omit<typeof photo, 'caption'> & { caption: null }))[]) =>
  renderToStaticMarkup(
    <FormatProvider value={{ language: 'de', timeZone: 'Europe/Berlin' }}>
      <Photos photos={photos} />
    </FormatProvider>,
  );

describe('photos', () => {
  it('offer each format in each width, the smallest format first', () => {
    const set = (format: string) =>
      [480, 960, 1600].map((width) => `/growing/photo/${photo.id}/${width}.${format} ${width}w`).join(', ');
    const sources = [...render(photo).matchAll(/<source type="([^"]+)" srcSet="([^"]+)" sizes="[^"]+"\/>/g)];
    expect(sources.map(([, type, files]) => [type, files])).toEqual([
      ['image/avif', set('avif')],
      ['image/webp', set('webp')],
    ]);
    const image = /<img[^>]+>/.exec(render(photo))?.[0];
    expect(image).toContain(`srcSet="${set('jpeg')}"`);
    expect(image).toContain(`src="/growing/photo/${photo.id}/960.jpeg"`);
  });

  it('keep their place on the page, load late and say what they show', () => {
    const image = /<img[^>]+>/.exec(render(photo))?.[0];
    expect(image).toContain('width="1600" height="1200" alt="Reihen blühender Pflanzen" loading="lazy"');
  });

  it('have their day, and their caption if there is one', () => {
    expect(render(photo)).toContain(
      '<figcaption class="small muted"><time dateTime="2026-11-16">16.11.2026</time>, Reihe 4 von der Tür aus</figcaption>',
    );
    expect(render({ ...photo, caption: null })).toContain('16.11.2026</time></figcaption>');
  });

  it('of a small original have the one width that there is', () => {
    const html = render({ ...photo, width: 300, height: 200, widths: [300] });
    expect(html).toContain(
      `src="/growing/photo/${photo.id}/300.jpeg" srcSet="/growing/photo/${photo.id}/300.jpeg 300w"`,
    );
    expect(html).toContain('width="300" height="200"');
  });
});
