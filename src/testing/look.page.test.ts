/** How every template looks: its colours and what axe finds in both schemes, and its layout in a wider font. */
import type { Page } from '@playwright/test';
import { allCases } from './all-cases.ts';
import { violations } from './axe.ts';
import { fontOf, pagesOf, pagesWithAllParts, templates } from './built-pages.ts';
import { expect, ground, groundOf, test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';

/** What readers see first has nothing that axe finds, however small. */
const strict = ['index.astro', 'choose/[case].astro', 'capabilities/index.astro'];
/** Templates with the most colours: by day the dark scheme is examined on these only. */
const colourful = [...strict, 'studies/[study].astro', 'studies/[study]/[entry].astro'];
/** The lab with its fields open. */
const LAB = '/lab/?study=lumenize-vs-capnweb&workloads=mixed,echo-2500x8';
const widths = allCases ? [1280, 640, 390, 320] : [1280, 390];

/** The default size of text in the browser, which widths in media queries follow. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Page.setFontSizes', { fontSizes: { standard } });
  await protocol.detach();
}

for (const template of templates) {
  test(`pages of ${template} have their colours, nothing that axe finds, and a layout that holds`, async ({
    page,
    watched,
  }) => {
    const paths = (allCases ? pagesOf : pagesWithAllParts)(template);
    expect(paths).not.toEqual([]);
    test.setTimeout(60_000 + 60_000 * paths.length);
    if (template === '404.mdx') watched.expectErrors(/404/);
    const all = strict.includes(template);
    for (const [at, path] of paths.entries()) {
      // The first has most of the parts; at night all are examined.
      const isExamined = allCases || at === 0;
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path === '/lab/' ? LAB : path);
      expect(await groundOf(page), path).toBe(ground.light);
      if (isExamined) expect(await violations(page, { all }), path).toEqual([]);

      await page.setViewportSize({ width: 390, height: 900 });
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await groundOf(page), path).toBe(ground.dark);
      if (allCases || (at === 0 && colourful.includes(template)))
        expect(await violations(page, { all, rules: ['color-contrast'] }), path).toEqual([]);

      await widen(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await layoutFaults(page), `${path} at ${width} px`).toEqual([]);
      }
      await setTextSize(page, 16);
    }
  });
}

/**
 * Uses a font a fifth wider instead of all others, at a default size of 20 px, and opens what waits closed: no
 * layout depends on the site's own font.
 */
async function widen(page: Page): Promise<void> {
  await setTextSize(page, 20);
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
