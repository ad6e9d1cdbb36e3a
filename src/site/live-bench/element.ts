import { messageOf } from '../../wire/bench-client/failure.ts';
import { fragmentOf, isOwn, packedIn } from './saved-results.ts';
import { copyText, fill, inFrame, part } from '../islands/dom.ts';
import { supplyMissing } from '../islands/oldest-browsers.ts';
import { formatDay, roughDuration } from '../../results/numbers/format.ts';
import type { SharedResult } from '../../results/share/form.ts';
import { alone, keepResult, offerJson, randomSeed, setFragment, untilFree } from './browser.ts';
import { EntryView } from './entry-view.ts';
import { LabForm } from './lab-form.ts';
import type { LiveConfig } from './panel.ts';
import { planAddress } from './query.ts';
import { endText, failureOf, failureWords, progressText, stepTexts, waitTexts } from './states.ts';
import { Switches } from './switches.ts';
import type { RunModule, RunShown, View } from './view.ts';

/** The states that `data-state` tells; one that failed shows why. */
type State = 'idle' | 'starting' | 'running' | 'done' | 'failed';

/** Words of the button in the states in which it shows. */
const buttonWords = { idle: 'Run here', done: 'Run again', failed: 'Try again' } as const;

/** Least time between two announcements of how far a run is, in ms. */
const SELDOM_MS = 10_000;

/** A result on the page, with what the line says of it, and its record where it was measured here just now. */
interface Shown extends RunShown {
  result: SharedResult;
  record?: string;
  who: string;
  facts: string;
}

/**
 * `<live-bench>`: runs a study in the reader's browser. Its markup is src/site/components/AnswerTable.astro's, whose
 * switches choose what is run, that of the lab with its form, or that of an entry, which says what is run.
 */
class LiveBench extends HTMLElement {
  #config!: LiveConfig;
  #view!: View;
  #state: State = 'idle';
  #controller: AbortController | undefined;
  #module: RunModule | undefined;
  #shown: Shown | undefined;
  /** When a screen reader was last told something. */
  #saidAt = -Infinity;

  connectedCallback(): void {
    this.#config = JSON.parse(part(this, 'config', HTMLScriptElement).text) as LiveConfig;
    const { compared } = this.#config;
    this.#view =
      compared !== undefined
        ? new EntryView(this, this.#config, compared)
        : this.querySelector('[data-part="plan"]:is(form)')
          ? new LabForm(this, this.#config)
          : new Switches(this, this.#config);
    this.addEventListener('input', () => void this.#follow());
    // A translator may wrap the words of a button, so that they are what was pressed.
    this.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button !== null) void this.#press(button.dataset['part']);
    });
    void this.#follow();
    void this.#restore();
  }

  async #press(name: string | undefined): Promise<void> {
    try {
      if (name === 'run') await this.#run();
      if (name === 'cancel') {
        // The press is seen to be taken before the work of ending, which may take a while, begins.
        await inFrame();
        this.#controller?.abort();
      }
      if (name === 'link') await this.#copyLink();
      if (name === 'download') this.#download();
    } catch (error) {
      fill(this, { sent: `That failed: ${messageOf(error)}.` });
    }
  }

  /** Shows what is chosen: its table, and what a run of it takes. */
  async #follow(): Promise<void> {
    try {
      await this.#view.follow();
      this.#update();
    } catch (error) {
      fill(this, { told: `That failed: ${messageOf(error)}.` });
    }
  }

  get #isBusy(): boolean {
    return this.#state === 'starting' || this.#state === 'running';
  }

  #update(): void {
    if (this.#isBusy) return;
    const { told, takes } = this.#view.preview();
    part(this, 'run', HTMLButtonElement).disabled = takes === undefined;
    fill(this, { takes: takes ? `· ${roughDuration(takes.ms)}` : '' });
    if (this.#module) this.#view.show(this.#module, this.#shown);
    if (this.#state === 'idle') fill(this, { who: '', told });
    if (this.#state === 'done' && this.#shown) this.#tell(this.#shown);
  }

  #tell({ result, who, facts }: Shown): string {
    const told = `${facts}: ${this.#view.summary(result)}`;
    fill(this, { who, told });
    const planLink = part(this, 'plan-link', HTMLAnchorElement);
    planLink.href = planAddress(result, this.#view.ownBench);
    return `${who} ${told}`;
  }

  async #run(): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#shown = undefined;
    setFragment('');
    this.#show('starting');
    fill(this, { who: '', told: stepTexts.loading, sent: '' });
    this.#say('Measuring started.');
    try {
      const finished = await alone(() => this.#measure(controller.signal));
      if (finished === undefined) return this.#reset('Stopped before the first result.');
      const { result, record, why } = finished;
      const { packRun, writeRecord } = await this.#load();
      const lost = why === undefined ? '' : `, the benchmark server was lost: ${why}`;
      const facts = `(${endText(result.end, result.tookMs)}, ${result.environment.runtime}${lost})`;
      const written = writeRecord(record);
      this.#showResult({ result, record: written, whose: 'yours', who: 'Your run', facts });
      keepResult(await packRun(result), this.#view.title, result);
    } catch (error) {
      if (this.#controller === controller) this.#fail(error);
    }
  }

  async #measure(signal: AbortSignal) {
    const pressedAt = performance.timeOrigin + performance.now();
    const module = await this.#load();
    const { options, seed = randomSeed(), origin } = this.#view.request;
    this.#view.show(module, { whose: 'running' });
    const bar = part(this, 'progress', HTMLProgressElement);
    const request = { study: this.#config.study, options, seed, origin, pressedAt };
    return module.runLive(request, this.#view.ownBench, signal, {
      onStep: (step) => fill(this, { told: stepTexts[step] }),
      onProgress: (progress, waitsFor) => {
        if (this.#state === 'starting') this.#show('running');
        const text = waitsFor === undefined ? progressText(progress) : waitTexts[waitsFor];
        bar.value = progress.share;
        fill(this, { told: text });
        this.#say(text, SELDOM_MS);
      },
      onRows: (result) => this.#view.show(module, { result, whose: 'running' }),
    });
  }

  /** Tells it to a screen reader. @param everyMs least time since the last words, so that it can be followed */
  #say(text: string, everyMs = 0): void {
    if (performance.now() - this.#saidAt < everyMs) return;
    this.#saidAt = performance.now();
    part(this, 'announce', HTMLElement).textContent = text;
  }

  #reset(note: string): void {
    this.#show('idle');
    this.#say(note);
    fill(this, { told: note });
  }

  #fail(error: unknown): void {
    const failure = failureOf(error);
    const { title, text, advice } = failureWords(failure);
    this.#show('failed');
    fill(this, { who: `${title}.`, told: `${text} ${advice}` });
    this.#say(`${title}. ${text}`);
    if (failure.kind !== 'busy' || this.#controller === undefined) return;
    const { signal } = this.#controller;
    untilFree(signal).then(
      () => this.#reset('The other tab has finished.'),
      // Another run of this tab has ended the wait.
      () => undefined,
    );
  }

  #showResult(shown: Shown): void {
    this.#shown = shown;
    fill(this, { sent: '' });
    this.#show('done');
    this.#say(this.#tell(shown));
  }

  #show(state: State): void {
    const hadFocus = part(this, 'bar', HTMLElement).contains(document.activeElement);
    this.#state = state;
    this.dataset['state'] = state;
    const isBusy = this.#isBusy;
    part(this, 'run', HTMLElement).hidden = isBusy;
    part(this, 'cancel', HTMLElement).hidden = !isBusy;
    if (state in buttonWords) fill(this, { run: buttonWords[state as keyof typeof buttonWords] });
    const progress = part(this, 'progress', HTMLProgressElement);
    progress.hidden = !isBusy;
    if (state === 'starting') progress.removeAttribute('value');
    part(this, 'dot', HTMLElement).classList.toggle('rt-yours', state === 'done' || isBusy);
    part(this, 'actions', HTMLElement).hidden = state !== 'done';
    this.#update();
    if (!hadFocus) return;
    // The button that had the focus may be hidden now.
    const target = isBusy ? 'cancel' : state === 'idle' ? 'run' : 'told';
    part(this, target, HTMLElement).focus({ preventScroll: true });
  }

  /** Shows the result that the address holds, if it is one of this study. */
  async #restore(): Promise<void> {
    const packed = packedIn(location.hash);
    if (packed === undefined) return;
    try {
      const module = await this.#load();
      const result = await module.unpackResult(packed);
      if (result.study !== this.#config.study || this.#state !== 'idle') return;
      await this.#view.open(result);
      const whose = isOwn(packed) ? 'yours' : 'shared';
      const who = whose === 'yours' ? 'Your run' : 'Somebody’s run';
      const facts = `(${formatDay(result.startedAt)}, ${result.environment.runtime})`;
      this.#showResult({ result, whose, who, facts });
    } catch (error) {
      setFragment('');
      const message = `the result in this address cannot be shown. ${messageOf(error)}`;
      this.#fail(failureOf(error).kind === 'unexpected' ? new Error(message) : error);
    }
  }

  async #copyLink(): Promise<void> {
    const packed = packedIn(location.hash);
    if (packed === undefined) throw new Error('this result does not fit into a link');
    const link = `${location.origin}${this.#view.page}${fragmentOf(packed)}`;
    fill(this, { sent: await copyText(link, 'Link copied; it holds the result itself.') });
  }

  /** Offers the record or, if only an address was opened, the result that it holds. */
  #download(): void {
    if (this.#shown === undefined) return;
    const { result, record } = this.#shown;
    offerJson(record ?? JSON.stringify(result, undefined, 1), result);
    fill(this, { sent: 'Downloaded.' });
  }

  async #load(): Promise<RunModule> {
    await supplyMissing();
    this.#module ??= await import('./run/live.ts');
    return this.#module;
  }
}

customElements.define('live-bench', LiveBench);
