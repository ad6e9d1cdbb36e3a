/** The site's own font, and those that stand in for it until it is there. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { builtPaths, fontOf } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { testSite } from './site.ts';

test('every page preloads one font of its own, small and kept for good', async ({ page }) => {
  const [font = '', ...others] = new Set(builtPaths().map(fontOf));
  expect(others).toEqual([]);
  expect(statSync(join(testSite().directory, font)).size).toBeLessThan(60_000);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  expect(asked).toEqual([font]);
  const { headers, figures, family } = await page.evaluate(async (address) => {
    const response = await fetch(address);
    const widthOf = (text: string): number => {
      const span = Object.assign(document.createElement('span'), { textContent: text });
      document.querySelector('td.rt-number')?.append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    };
    return {
      headers: Object.fromEntries(response.headers),
      figures: [...'0123456789'].map((figure) => widthOf(figure.repeat(20))),
      family: getComputedStyle(document.body).fontFamily,
    };
  }, font);
  expect(headers['cache-control']).toContain('immutable');
  expect(family).toMatch(/^"Inter Variable",/);
  expect(Math.max(...figures) - Math.min(...figures)).toBeLessThan(0.1);
});

test('the fonts that stand in for it take as much room', async ({ page }) => {
  await page.goto('/method/');
  const rooms = await page.evaluate(async () => {
    await document.fonts.ready;
    const text = document.querySelector('main')?.innerText ?? '';
    const canvas = document.createElement('canvas').getContext('2d')!;
    const measure = (family: string, weight: number) => {
      // So large that no figure is rounded to a pixel.
      canvas.font = `${weight} 100px "${family}"`;
      // Word by word, as a line is filled.
      const width = text
        .split(/\s+/)
        .reduce((all, word) => all + canvas.measureText(`${word} `).width, 0);
      const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } =
        canvas.measureText('x');
      return { width, height: ascent + descent };
    };
    const found = [];
    for (const face of document.fonts) {
      if (!face.family.includes('Inter like')) continue;
      // One whose local font this machine lacks is not loaded.
      if ((await face.load().catch(() => undefined)) === undefined) continue;
      const weight = face.weight.startsWith('1') ? 400 : 600;
      const family = face.family.replaceAll('"', '');
      const own = measure('Inter Variable', weight);
      found.push({ family, weight, got: measure(family, weight), own });
    }
    return found;
  });
  test.skip(rooms.length === 0, 'this machine has none of the fonts that stand in');
  for (const { family, weight, got, own } of rooms) {
    expect(Math.abs(got.width / own.width - 1), `${family} ${weight}`).toBeLessThan(0.02);
    expect(Math.abs(got.height - own.height), `${family} ${weight}`).toBeLessThanOrEqual(3);
  }
});
