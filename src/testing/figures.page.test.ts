import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { parseHTML } from 'linkedom';
import { readRecord } from '../harness/record/index.ts';
import { analyse } from '../harness/statistics/index.ts';
import { besideRows, findingParty, openParty } from '../report/first-screen.ts';
import { distributionOf, overTimeOf, whyOf } from '../report/result-figures.ts';
import { findingOf } from '../report/finding.ts';
import type * as FiguresPage from './figures-page.ts';
import { expect, test } from './fixtures.ts';

// On a screen with one dot a px, Plot moves lines by half a px to keep them sharp; the build cannot.
test.use({ deviceScaleFactor: 2 });

const NAME = 'lumenize-vs-capnweb/2026-11-21-the-same-calls-over-five-distances-1';
const SUBJECT = 'lumenize/hibernating';
const workloads = ['increment', 'get-value', 'mixed'];
/** The record’s study by a few names: the runner of these tests cannot load the systems themselves. */
const study = {
  ...{ id: 'lumenize-vs-capnweb', title: 'Lumenize’s protocol and Cap’n Web' },
  arms: ['raw-websocket/in-memory', SUBJECT, 'capnweb/in-memory'].map((id) => {
    return { id, label: id, system: id.replace(/\/.*/, '') };
  }),
  workloads: workloads.map((id) => ({ id, label: id, question: `How long does ${id} take?` })),
  ...{ baseline: 'raw-websocket/in-memory', reference: 'capnweb/in-memory' },
  ...{ subjects: [SUBJECT], margin: 0.05 },
};

/** The data of every figure, from one published record. */
async function published(): Promise<FiguresPage.ResultFigures> {
  const path = fileURLToPath(new URL(`../../content/records/${NAME}.json`, import.meta.url));
  const record = readRecord(await readFile(path, 'utf8'), path);
  if (!('sessions' in record)) throw new Error(`got another record in ${path}, expected sessions`);
  const finding = findingOf(record, analyse(record, study), 'complete');
  const parties = [findingParty(study, finding, 'published', SUBJECT), openParty(study, SUBJECT)];
  const why = whyOf(study, finding);
  const spread = distributionOf(study, finding, 'increment');
  const run = overTimeOf(study, record, 'get-value');
  if (why === undefined || spread === undefined || run === undefined) {
    throw new Error(`got a figure without data from ${path}, expected all of them`);
  }
  const beside = { ...besideRows(study, parties, workloads, SUBJECT), title: 'Beside' };
  return { beside, parts: why, distribution: spread, overTime: run };
}

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
  const [data, source] = [await published(), await script()];
  const { draw, figuresOf } = runInThisContext(`${source}; figures`) as typeof FiguresPage;
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
