import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { parseHTML } from 'linkedom';
import type * as FiguresPage from './figures-page.ts';
import { expect, test } from './fixtures.ts';

// On a screen with one dot a px, Plot moves lines by half a px to keep them sharp; the build cannot.
test.use({ deviceScaleFactor: 2 });

const RECORD =
  'content/records/lumenize-vs-capnweb/2026-11-21-the-same-calls-over-five-distances-1.json';

/** `figures-page.ts` as a script that sets `figures`. */
async function script(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('figures-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'figures',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Coordinates to a millionth of a px: two versions of V8 differ in the last digit of a logarithm. */
const rounded = (svg: string) =>
  svg.replaceAll(/\d+\.\d{6,}/g, (number) => Number(number).toFixed(6));

test('figures drawn at build and live from the same record are the same', async ({ page }) => {
  const source = await script();
  // The runner of these tests cannot load the systems, whose versions are JSON.
  const { draw, figuresOf, resultOf } = runInThisContext(
    `${source}; figures`,
  ) as typeof FiguresPage;
  const data = resultOf(RECORD, await readFile(RECORD, 'utf8'));
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  for (const width of [342, 704]) {
    const built = figuresOf(data, width).map((figure) => draw(figure, { document }).outerHTML);
    const [live, read] = await page.evaluate<[string[], string[]]>(
      `${source}; [
        figures.drawnHere(${JSON.stringify(data)}, ${width}),
        figures.readHere(${JSON.stringify(built)}),
      ]`,
    );
    expect(live).toHaveLength(4);
    expect(live.map(rounded)).toEqual(read.map(rounded));
  }
});
