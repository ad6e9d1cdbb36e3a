import type { Locator, Page } from '@playwright/test';
import { readFree } from '../../studies/free.ts';
import type { Length } from '../../harness/plan/index.ts';

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

/** `<live-bench>` on a study's page, driven as a reader drives it. */
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

  /**
   * Opens the study's page, or the lab where workloads are asked for that no study lists, and waits
   * until its bench can be run.
   */
  static async open(
    page: Page,
    origin: string,
    { study, workloads = [], seed, seedGiven }: PageRun,
  ): Promise<LiveBenchDriver> {
    const free = workloads.some((id) => readFree(id) !== undefined);
    const query = [
      ...(free ? [`study=${study.id}`, `workloads=${workloads.join(',')}`] : []),
      ...(seedGiven ? [`seed=${seed}`] : []),
    ].join('&');
    const address = `${origin}${free ? '/lab/' : `/studies/${study.id}/`}?${query}`;
    const response = await page.goto(address);
    if (response?.ok() !== true) {
      throw new Error(`${address}: got HTTP ${response?.status()}, expected the study's page`);
    }
    const driver = new LiveBenchDriver(page);
    // Served disabled; enabled by the element's own script.
    await driver.#part('run').and(page.locator(':enabled')).waitFor();
    return driver;
  }

  /** Makes the choices in the form. What is absent stays as the page has it. */
  async choose({ workloads, arms, length }: PageRun): Promise<void> {
    await this.#unfold();
    if (workloads !== undefined) await this.#check('workload', workloads);
    if (arms !== undefined) await this.#check('arm', arms);
    await this.#chooseLength(length);
  }

  async #chooseLength(length: PageRun['length']): Promise<void> {
    const choice = (value: string) =>
      this.#element.locator(`input[name="length"][value="${value}"]`);
    if (length.rule === 'until-decided') return choice(length.rule).check();
    if (length.rule === 'fixed') {
      await choice('rounds').check();
      return this.#element.locator('input[name="rounds"]').fill(String(length.rounds));
    }
    const value = `${length.budgetMs / 1000}s`;
    const offered = choice(value);
    if ((await offered.count()) > 0) return offered.check();
    // A time that the page does not offer takes the place of one that it does.
    const first = this.#element.locator('input[name="length"][value$="s"]').first();
    await first.evaluate((radio, time) => radio.setAttribute('value', time), value);
    await first.check();
    await first.dispatchEvent('input');
  }

  /**
   * Presses Run and waits until the run is over, or presses Cancel when the signal is aborted.
   * Listens only to what the element shows anyway: to ask would disturb what is timed.
   */
  async run(signal: AbortSignal, show: Show): Promise<string> {
    await this.#listen();
    return this.#press('run', signal, show);
  }

  /** Whether the page offers to keep the run going. */
  async canGoOn(): Promise<boolean> {
    return this.#part('keep-going').isVisible();
  }

  /** Presses Keep going, and waits as {@link run} does. */
  async goOn(signal: AbortSignal, show: Show): Promise<string> {
    return this.#press('keep-going', signal, show);
  }

  async #press(name: string, signal: AbortSignal, show: Show): Promise<string> {
    let begun = false;
    let shown = '';
    const over = new Promise<string>((resolve, reject) => {
      this.#onLost = reject;
      this.#onTold = ({ state, progress, share }) => {
        if (progress !== '' && progress !== shown) show(progress, share);
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
    await this.#part(name).click();
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
    await this.#unfold();
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#part('download').click(),
    ]);
    return download.path();
  }

  /** The line that says how the run ended. */
  async status(): Promise<string> {
    return this.#text('[data-slot="status"]');
  }

  /** The page’s words for a run that came to nothing. */
  async failure(): Promise<string> {
    const failure = await this.#text('[data-part="failure"] [data-slot="text"]');
    return [await this.status(), failure, ...this.#problems].filter(Boolean).join(' ');
  }

  async #text(selector: string): Promise<string> {
    return ((await this.#element.locator(selector).first().textContent()) ?? '').trim();
  }

  #part(name: string): Locator {
    return this.#element.locator(`[data-part="${name}"]`);
  }

  /** Opens what is folded away: what is hidden cannot be checked or pressed. */
  async #unfold(): Promise<void> {
    const folded = this.#element.locator('details');
    await folded.evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
  }

  async #check(name: string, wanted: readonly string[]): Promise<void> {
    for (const box of await this.#element.locator(`input[name="${name}"]:enabled`).all()) {
      await box.setChecked(wanted.includes((await box.getAttribute('value')) ?? ''));
    }
  }

  /** Has the page tell each change of what its element shows. */
  async #listen(): Promise<void> {
    await this.#page.exposeFunction('tellRoundtrip', (told: Told) => this.#onTold(told));
    await this.#element.evaluate((element) => {
      const tell = Reflect.get(window, 'tellRoundtrip') as (told: Told) => void;
      const bar = element.querySelector('progress');
      const text = element.querySelector('[data-slot="progress"]');
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
