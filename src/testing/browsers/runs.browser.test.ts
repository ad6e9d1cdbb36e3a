/** The live bench of every page, the lab and the matrix, to their end in Firefox and in WebKit. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { say } from '../../cli/shared/args.ts';
import { type LocalBench, startBench } from '../../cli/shared/bench.ts';
import { builtPaths, builtText } from '../built-pages.ts';
import { testSite } from '../site.ts';
import { type Driver, kinds, look } from './webdriver.ts';

const { root, port, origin } = testSite();
/** Pages with one live bench. The lab has a form for each study. */
const pages = builtPaths().filter(
  (path) => path !== '/lab/' && builtText(path).includes('<live-bench'),
);
const studies = [...builtText('/lab/').matchAll(/<live-bench[^>]*? data-study="([^"]+)"/g)].map(
  ([, study = '']) => study,
);

const LIVE = `[...document.querySelectorAll('live-bench')].find((each) => each.offsetParent)`;
const slot = (name: string) => `${LIVE}.querySelector('[data-slot="${name}"]').textContent.trim()`;

/** Longest that a run may take, in ms. */
const RUN_MS = 240_000;
const until = <Given>(condition: () => Promise<Given>): Promise<Given> =>
  // Seldom: to ask disturbs what is timed.
  vi.waitFor(condition, { timeout: RUN_MS, interval: 1000 });

/** Where pictures of pages go; nowhere unless it is set. */
const { SCREENSHOTS } = process.env;
async function picture(browser: Driver, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  const file = `${browser.name} ${name}`.replaceAll(/[^\w.]+/g, '-');
  writeFileSync(
    join(SCREENSHOTS, `${file}.png`),
    Buffer.from(await browser.screenshot(), 'base64'),
  );
}

/** Presses Run on the page that is open, and waits for the result. @returns the page’s words on it */
async function runLive(browser: Driver, name: string): Promise<string> {
  const run = `${LIVE}.querySelector('[data-part="run"]')`;
  await until(async () => expect(await browser.evaluate(`!${run}.disabled`)).toBe(true));
  await browser.evaluate(`${LIVE}.scrollIntoView()`);
  await picture(browser, `${name} idle`);
  await browser.evaluate(`${run}.click()`);
  const state = () => browser.evaluate(`${LIVE}.dataset.state`);
  await until(async () => expect(await state()).not.toBe('starting'));
  await picture(browser, `${name} running`);
  await until(async () => expect(await state()).not.toBe('running'));
  await picture(browser, `${name} done`);
  const words = ['who', 'told'].map(slot).join(', ');
  const told = (await browser.evaluate(`[${words}]`)) as string[];
  expect([await state(), ...told]).toEqual([
    'done',
    'Your result',
    expect.any(String),
    expect.any(String),
    expect.stringMatching(/^Finished after /),
  ]);
  return told.slice(1).join(' ');
}

const here = kinds.map((kind) => ({ kind, ...look(kind) }));
const lacking = here.filter(({ missing }) => missing.length > 0);
for (const { kind, missing } of lacking) {
  say(`No ${kind.id}: install it with apt-get install ${missing.join(' ')}`);
}

it('finds one of the browsers', () => {
  const install = lacking.flatMap(({ missing }) => missing).join(' ');
  expect(here.length, `install them with apt-get install ${install}`).toBeGreaterThan(
    lacking.length,
  );
});

describe.each(here.filter(({ missing }) => missing.length === 0))('$kind.id', ({ kind, paths }) => {
  let browser: Driver;
  let bench: LocalBench;
  beforeAll(async () => {
    bench = await startBench({ root, port: port + 1, allowedOrigins: [origin] });
    browser = await kind.start(paths);
    return async () => {
      await browser.close();
      await bench.stop();
    };
  });

  it.each(pages)('%s measures to the end', async (path) => {
    await browser.open(`${origin}${path}`);
    say(`${browser.name} ${path}: ${await runLive(browser, path)}`);
  });

  it.each(studies)('/lab/ measures %s to the end', async (study) => {
    await browser.open(`${origin}/lab/?study=${study}&rounds=1`);
    say(`${browser.name} /lab/ ${study}: ${await runLive(browser, `lab ${study}`)}`);
  });

  it('/capabilities/ asks every question', async () => {
    await browser.open(`${origin}/capabilities/`);
    await browser.evaluate(`customElements.whenDefined('capability-matrix').then(() => true)`);
    await browser.evaluate(`document.querySelector('[data-part="run-all"]').click()`);
    const status = async (): Promise<string> =>
      String(await browser.evaluate(`document.querySelector('[data-part="status"]').innerText`));
    await until(async () => expect(await status()).not.toMatch(/^Running/));
    const differing = (await browser.evaluate(
      `[...document.querySelectorAll('[data-part="differing"] li')].map((each) => each.innerText)`,
    )) as string[];
    await picture(browser, 'capabilities done');
    // What differs is a fact of this browser.
    say([`${browser.name} /capabilities/: ${await status()}`, ...differing].join('\n'));
    expect(await status()).toMatch(/^Done: \d+ answers in your browser, /);
  });
});
