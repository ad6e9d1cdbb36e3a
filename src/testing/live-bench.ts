import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { SessionRecord } from '../core/record/index.ts';
import { measured } from '../core/testing/fixture.ts';
import { type LocalBench, startBench } from '../cli/shared/bench.ts';
import { violations } from './axe.ts';
import { watchedTest } from './fixtures.ts';
import { testSite } from './site.ts';

/** For tests with the tag @run, of which one runs at a time: each finds the bench of the site. One that kills it starts it again. */
export const test = watchedTest.extend<
  object,
  { benchVars: Record<string, string>; bench: LocalBench }
>({
  benchVars: [{}, { scope: 'worker', option: true }],
  bench: [
    async ({ benchVars }, use) => {
      const { root, port, origin } = testSite();
      const allowedOrigins = [origin];
      const bench = await startBench({ root, port: port + 1, allowedOrigins, vars: benchVars });
      await use(bench);
      await bench.stop();
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
});

const STUDY = 'lumenize-vs-capnweb';

/** Address of the lab with little of that study: the way that tests say what is run. */
export function labOf(choices: string, study = STUDY): string {
  return `/lab/?study=${study}&${choices}`;
}

/** A run from a page, as a reader makes it. */
export class LiveBenchPage {
  readonly element: Locator;

  constructor(readonly page: Page) {
    // The lab has one for each study, of which one is shown.
    this.element = page.locator('live-bench:visible');
  }

  part(name: string): Locator {
    return this.element.locator(`[data-part="${name}"]:visible`).first();
  }

  slot(name: string): Locator {
    return this.element.locator(`[data-slot="${name}"]`);
  }

  /** @param path the study's page, or an address of the lab */
  async open(path = `/studies/${STUDY}/`): Promise<void> {
    await this.page.goto(path);
    await expect(this.part('run')).toBeEnabled();
  }

  /** Waits for a state of the bench; a run that failed meanwhile is in no other any more. */
  async expectState(state: string): Promise<void> {
    const reached = new RegExp(`^(${state}|failed)$`);
    await expect(this.element).toHaveAttribute('data-state', reached, { timeout: 120_000 });
    await expect(this.element).toHaveAttribute('data-state', state);
  }

  /** Presses Run, and waits until there is a result. */
  async run(): Promise<void> {
    await this.part('run').click();
    await this.expectState('done');
  }

  /** How many sessions a run has behind it, as it says. */
  async sessions(): Promise<number> {
    const text = await this.slot('told').textContent();
    return Number(/^(\d+) session/.exec(text ?? '')?.[1] ?? 0);
  }

  /** Waits until a run has some sessions behind it. */
  async expectSessions(atLeast: number): Promise<void> {
    const sessions = () => this.sessions();
    await expect.poll(sessions, { timeout: 120_000 }).toBeGreaterThanOrEqual(atLeast);
  }

  /** Waits until a run that goes on has some sessions behind it, and cancels it; it may be over before. */
  async stopAfter(sessions: number): Promise<void> {
    const isEnough = async () =>
      (await this.element.getAttribute('data-state')) === 'done' ||
      (await this.sessions()) >= sessions;
    await expect.poll(isEnough, { timeout: 120_000 }).toBe(true);
    // A press by a script explains no shift, and scrolls nothing.
    await this.element.locator('[data-part="cancel"]').evaluate(press);
    await this.expectState('done');
  }

  /** Waits until a run says that it stands still. */
  async expectWaiting(words: RegExp): Promise<void> {
    await expect(this.slot('told')).toContainText(words, { timeout: 120_000 });
  }

  /** Presses Download and checks the file against the schema. */
  async download(): Promise<SessionRecord> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.part('download').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d{2}-\d{2}.*\.json$/);
    return measured(await readFile(await download.path(), 'utf8'));
  }
}

/** Presses a button from within its page. */
export const press = (button: Element): void => (button as HTMLElement).click();

/** Fails when axe finds anything serious in the live bench. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page, { within: 'live-bench' })).toEqual([]);
}

/** Layout shifts that no input of the reader explains, added up since this was called. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'shifted', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue;
        const value = Number(Reflect.get(window, 'shifted')) + Number(Reflect.get(entry, 'value'));
        Reflect.set(window, 'shifted', value);
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'shifted')));
}

/** What a page translator does: every text inside a button gets elements of its own. */
export async function translateButtons(page: Page): Promise<void> {
  await page.locator('main button').evaluateAll((buttons) => {
    for (const button of buttons) {
      const font = document.createElement('font');
      font.append(...button.childNodes);
      button.append(font);
    }
  });
}

/** Opens the page of the study or another, and waits for its Run. */
export async function openLiveBench(page: Page, path?: string): Promise<LiveBenchPage> {
  const live = new LiveBenchPage(page);
  await live.open(path);
  return live;
}
