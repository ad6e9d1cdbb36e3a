/** All templates in a font a fifth wider, at a default size of 20 px: no layout depends on the site's own font. */
import type { Page } from '@playwright/test';
import { oneOfEach } from './all-cases.ts';
import { builtPage, fontOf, pagesOf, templates } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';

/** Pages of one template that differ in their parts. */
const kindOf = (path: string): string => {
  const [, room = '', , entry] = path.split('/');
  if (room === 'choose') return path;
  if (room !== 'studies' || entry === undefined) return room;
  return builtPage(path).querySelector('.rt-claims') === null ? 'measured' : 'quoted';
};

test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=20'];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

for (const template of templates) {
  test(`pages of ${template} neither scroll sideways nor break words`, async ({
    page,
    watched,
  }) => {
    if (template === '404.mdx') watched.expectErrors(/404/);
    const paths = oneOfEach(pagesOf(template), kindOf);
    expect(paths).not.toEqual([]);
    test.setTimeout(60_000 + 30_000 * paths.length);
    for (const path of paths) {
      await page.goto(path);
      await widen(page);
      for (const width of [1280, 640, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await layoutFaults(page), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
}

/** Puts the wider font in the place of all others, and opens what waits closed. */
async function widen(page: Page): Promise<void> {
  const face = `font-family: Wide; src: url(${fontOf('/')}); font-weight: 100 900; size-adjust: 120%`;
  const families = '--sl-font: Wide !important; --sl-font-mono: Wide !important';
  await page.addStyleTag({ content: `@font-face { ${face} } :root { ${families} }` });
  const [size, faces] = await page.evaluate(async () => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    const loaded = await document.fonts.load('16px Wide');
    return [getComputedStyle(document.documentElement).fontSize, loaded.length] as const;
  });
  expect([size, faces]).toEqual(['20px', 1]);
}
