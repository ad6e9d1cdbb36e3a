import type { Locator, Page } from '@playwright/test';
import type { Length } from '../../harness/plan/index.ts';
import { labAddress } from '../../live-bench/query.ts';

/** States of the element in which a run is over. */
const OVER = ['done', 'failed', 'idle'];

/** A run as it is asked of the page; workloads and arms are the page’s own where they are undefined. */
export interface PageRun {
  study: { id: string };
  workloads: readonly string[] | undefined;
  arms: readonly string[] | undefined;
  length: Length;
  seed: number;
  /** Whether the seed was asked for, and not drawn. */
  seedGiven: boolean;
}

/** The state of a run, as the page’s element shows it. */
interface Shown {
  state: string;
  progress: string;
  /** The part of the run that is done. */
  share: number;
}

/** `<live-bench>` of the lab, driven as a reader drives it. */
export class LiveBenchDriver {
  readonly #page: Page;
  readonly #element: Locator;
  readonly #problems: string[] = [];

  private constructor(page: Page) {
    this.#page = page;
    // The lab has one for each study, and shows one of them.
    this.#element = page.locator('live-bench').filter({ visible: true });
    page.on('pageerror', (error) => this.#problems.push(String(error)));
  }

  /** Opens the lab with the plan in its address, and waits until it can be run. */
  static async open(page: Page, origin: string, run: PageRun): Promise<LiveBenchDriver> {
    const { study, workloads, arms, length, seed, seedGiven } = run;
    const query = labAddress({
      ...{ study: study.id, length, unlimited: true },
      ...(workloads && { workloads: [...workloads] }),
      ...(arms && { arms: [...arms] }),
      ...(seedGiven && { seed }),
    });
    const address = `${origin}${query}`;
    const response = await page.goto(address);
    if (response?.ok() !== true) {
      throw new Error(`${address}: got HTTP ${response?.status()}, expected the lab`);
    }
    const driver = new LiveBenchDriver(page);
    // Served disabled; enabled by the element's own script.
    await driver.#part('run').and(page.locator(':enabled')).waitFor();
    return driver;
  }

  /**
   * Presses Run and waits until the run is over, or presses Cancel when the signal is aborted.
   *
   * @param show takes how far the run is: a line, and the part of it that is done
   * @returns the state in which it ended
   */
  async run(signal: AbortSignal, show: (text: string, share: number) => void): Promise<string> {
    const { promise: over, resolve, reject } = Promise.withResolvers<string>();
    // A page that is lost before Run is pressed fails that too, and nobody awaits this.
    over.catch(() => undefined);
    const lost = (what: string) => () => reject(new Error(`the page: its ${what}`));
    this.#page.on('crash', lost('process crashed')).on('close', lost('browser closed'));
    let begun = false;
    let before = '';
    await this.#observe(({ state, progress, share }) => {
      // Before and after a run the same line says what a run takes.
      if (state === 'running' && progress !== '' && progress !== before) show(progress, share);
      before = progress;
      begun ||= !OVER.includes(state);
      if (begun && OVER.includes(state)) resolve(state);
    });
    await this.#part('run').click();
    // There is nothing to press once the run is over by itself.
    const cancel = () =>
      void this.#part('cancel')
        .click()
        .catch(() => undefined);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    return over.finally(() => signal.removeEventListener('abort', cancel));
  }

  /** Presses Download; resolves to the path of the file. */
  async download(): Promise<string> {
    const downloading = this.#page.waitForEvent('download');
    await this.#part('download').click();
    return (await downloading).path();
  }

  /** The page’s words on how the run ended. */
  status = (): Promise<string> => this.#text('facts');

  /** The page’s words for a run that came to nothing. */
  async failure(): Promise<string> {
    const words = await Promise.all(['heading', 'summary', 'limits'].map(this.#text));
    return [...words, ...this.#problems].filter(Boolean).join(' ');
  }

  readonly #text = async (slot: string): Promise<string> => {
    const text = await this.#element.locator(`[data-slot="${slot}"]`).first().textContent();
    return text?.trim() ?? '';
  };

  #part(name: string): Locator {
    return this.#element.locator(`[data-part="${name}"]`);
  }

  /** Has the page tell each change of what its element shows: to ask would disturb what is timed. */
  async #observe(take: (shown: Shown) => void): Promise<void> {
    await this.#page.exposeFunction('tellRoundtrip', take);
    await this.#element.evaluate((element) => {
      const tell = Reflect.get(window, 'tellRoundtrip') as typeof take;
      const bar = element.querySelector('progress');
      const text = element.querySelector('[data-slot="told"]');
      const observer = new MutationObserver(() => {
        const state = element.getAttribute('data-state') ?? '';
        tell({ state, progress: text?.textContent ?? '', share: bar?.value ?? 0 });
      });
      observer.observe(element, { attributes: true, attributeFilter: ['data-state'] });
      if (text !== null) observer.observe(text, { childList: true, characterData: true });
    });
  }
}
