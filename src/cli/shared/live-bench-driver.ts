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

/** Takes how far a run is: a line, and the part of it that is done. */
type Show = (text: string, share: number) => void;

/** The state of a run, as the page’s element shows it. */
interface Told {
  state: string;
  progress: string;
  share: number;
}

/** `<live-bench>` of the lab, driven as a reader drives it. */
export class LiveBenchDriver {
  readonly #page: Page;
  readonly #element: Locator;
  readonly #problems: string[] = [];
  #onTold: (told: Told) => void = () => undefined;
  #onLost: (error: Error) => void = () => undefined;

  private constructor(page: Page) {
    this.#page = page;
    // The lab has one for each study, and shows one of them.
    this.#element = page.locator('live-bench').filter({ visible: true });
    page.on('pageerror', (error) => this.#problems.push(String(error)));
    const lost = (what: string) => () => this.#onLost(new Error(`the page: its ${what}`));
    page.on('crash', lost('process crashed'));
    page.on('close', lost('browser closed'));
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
   * Listens only to what the element shows anyway: to ask would disturb what is timed.
   */
  async run(signal: AbortSignal, show: Show): Promise<string> {
    await this.#listen();
    let begun = false;
    let shown = '';
    const over = new Promise<string>((resolve, reject) => {
      this.#onLost = reject;
      this.#onTold = ({ state, progress, share }) => {
        // Before and after a run the same line says what a run takes.
        if (state === 'running' && progress !== '' && progress !== shown) show(progress, share);
        shown = progress;
        begun ||= !OVER.includes(state);
        if (begun && OVER.includes(state)) resolve(state);
      };
    });
    const cancel = () => {
      // There is nothing to press once the run is over by itself.
      this.#part('cancel')
        .click()
        .catch(() => undefined);
    };
    await this.#part('run').click();
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await over;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#onLost = () => undefined;
    }
  }

  /** Presses Download; resolves to the path of the file. */
  async download(): Promise<string> {
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#part('download').click(),
    ]);
    return download.path();
  }

  /** The page’s words on how the run ended. */
  async status(): Promise<string> {
    return this.#text('[data-slot="facts"]');
  }

  /** The page’s words for a run that came to nothing. */
  async failure(): Promise<string> {
    const words = ['heading', 'summary', 'limits'].map((name) =>
      this.#text(`[data-slot="${name}"]`),
    );
    return [...(await Promise.all(words)), ...this.#problems].filter(Boolean).join(' ');
  }

  async #text(selector: string): Promise<string> {
    return ((await this.#element.locator(selector).first().textContent()) ?? '').trim();
  }

  #part(name: string): Locator {
    return this.#element.locator(`[data-part="${name}"]`);
  }

  /** Has the page tell each change of what its element shows. */
  async #listen(): Promise<void> {
    await this.#page.exposeFunction('tellRoundtrip', (told: Told) => this.#onTold(told));
    await this.#element.evaluate((element) => {
      const tell = Reflect.get(window, 'tellRoundtrip') as (told: Told) => void;
      const bar = element.querySelector('progress');
      const text = element.querySelector('[data-slot="told"]');
      const observer = new MutationObserver(() => {
        tell({
          state: element.getAttribute('data-state') ?? '',
          progress: text?.textContent ?? '',
          share: bar?.value ?? 0,
        });
      });
      observer.observe(element, { attributes: true, attributeFilter: ['data-state'] });
      if (text !== null) observer.observe(text, { childList: true, characterData: true });
    });
  }
}
