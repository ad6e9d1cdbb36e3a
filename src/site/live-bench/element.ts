import { messageOf } from '../../wire/bench-client/failure.ts';
import { fragmentOf, isOwn, packedIn } from './saved-results.ts';
import { fill, inFrame, part } from '../islands/dom.ts';
import { supplyMissing } from '../islands/oldest-browsers.ts';
import { formatDay } from '../../results/numbers/format.ts';
import type { SharedResult } from '../../results/share/form.ts';
import {
  alone,
  copyLink,
  keepResult,
  offerJson,
  randomSeed,
  setFragment,
  untilFree,
} from './browser.ts';
import { LabForm } from './lab-form.ts';
import type { LiveConfig } from './panel.ts';
import { planAddress } from './query.ts';
import { endText, failureOf, failureWords, progressText, stepTexts, waitTexts } from './states.ts';
import { Switches } from './switches.ts';
import type { RunModule, View } from './view.ts';

/** The states that `data-state` tells; one that failed shows why. */
type State = 'idle' | 'starting' | 'running' | 'done' | 'failed';

/** Least time between two announcements of how far a run is, in ms. */
const SELDOM_MS = 10_000;

/** A result on the page, and its record where it was measured here just now. */
interface Shown {
  result: SharedResult;
  record?: string;
}

/**
 * `<live-bench>`: runs a study in the reader's browser. Its markup is src/site/components/AnswerTable.astro's, whose
 * switches choose what is run, or that of the lab with its form.
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
    this.#view = this.querySelector('[data-part="plan"]:is(form)')
      ? new LabForm(this, this.#config)
      : new Switches(this, this.#config);
    this.addEventListener('input', () => this.#update());
    // A translator may wrap the words of a button, so that they are what was pressed.
    this.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button !== null) void this.#press(button.dataset['part']);
    });
    addEventListener('load', () => this.#update(), { once: true });
    this.#update();
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

  /** Follows the choices: what a run of them takes, why it cannot be, and the result as far as it is of them. */
  #update(): void {
    const state = this.#state;
    if (state === 'starting' || state === 'running') return;
    const { message, canRun } = this.#view.preview();
    part(this, 'run', HTMLButtonElement).disabled = !canRun;
    fill(this, { message, run: this.#view.runLabel(state === 'done') });
    const result = this.#shown?.result;
    if (this.#module) this.#view.show(this.#module, result, false);
    if (result === undefined || state !== 'done') return;
    fill(this, { summary: this.#view.summary(result), limits: this.#view.limits(result) });
    const planLink = part(this, 'plan-link', HTMLAnchorElement);
    planLink.href = planAddress(result, this.#view.ownBench);
  }

  async #run(): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#shown = undefined;
    setFragment('');
    this.#show('starting');
    fill(this, { message: stepTexts.loading, summary: 'Your result appears after 4 sessions.' });
    fill(this, { heading: 'Measuring', limits: this.#view.limits(undefined), facts: '', sent: '' });
    this.#say('Measuring started.');
    try {
      const finished = await alone(() => this.#measure(controller.signal));
      if (finished === undefined) return this.#reset('Cancelled before the first result.');
      const { result, record, why } = finished;
      const { packRun, writeRecord } = await this.#load();
      const shown: Shown = { result, record: writeRecord(record) };
      const lost = why === undefined ? '' : ` The benchmark server was lost: ${why}.`;
      this.#showResult(shown, 'Your result', `${endText(result.end, result.tookMs)}${lost}`);
      keepResult(await packRun(result), this.#view.title, result);
    } catch (error) {
      if (this.#controller === controller) this.#fail(error);
    }
  }

  async #measure(signal: AbortSignal) {
    const pressedAt = performance.timeOrigin + performance.now();
    const module = await this.#load();
    const { options, seed = randomSeed(), origin } = this.#view.request;
    this.#view.show(module, undefined, true);
    const bar = part(this, 'progress', HTMLProgressElement);
    const request = { study: this.#config.study, options, seed, origin, pressedAt };
    return module.runLive(request, this.#view.ownBench, signal, {
      onStep: (step) => fill(this, { message: stepTexts[step] }),
      onProgress: (progress, waitsFor) => {
        if (this.#state === 'starting') this.#show('running');
        const text = waitsFor === undefined ? progressText(progress) : waitTexts[waitsFor];
        bar.value = progress.share;
        fill(this, { message: text });
        this.#say(text, SELDOM_MS);
      },
      onRows: (result) => this.#view.show(module, result, true),
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
    fill(this, { message: note });
  }

  #fail(error: unknown): void {
    const failure = failureOf(error);
    const { title, text, advice } = failureWords(failure);
    fill(this, { heading: title, summary: text, limits: advice });
    this.#show('failed');
    this.#say(`${title}. ${text}`);
    if (failure.kind !== 'busy' || this.#controller === undefined) return;
    const { signal } = this.#controller;
    untilFree(signal).then(
      () => this.#reset('The other tab has finished.'),
      // Another run of this tab has ended the wait.
      () => undefined,
    );
  }

  #showResult(shown: Shown, heading: string, facts: string): void {
    this.#shown = shown;
    fill(this, { heading, facts, sent: '' });
    this.#show('done');
    this.#say(`${heading}. ${this.#view.summary(shown.result)}`);
  }

  #show(state: State): void {
    const hadFocus = part(this, 'bar', HTMLElement).contains(document.activeElement);
    const isBusy = state === 'starting' || state === 'running';
    this.#state = state;
    this.dataset['state'] = state;
    part(this, 'run', HTMLElement).hidden = isBusy;
    part(this, 'cancel', HTMLElement).hidden = !isBusy;
    const progress = part(this, 'progress', HTMLProgressElement);
    progress.hidden = !isBusy;
    if (state === 'starting') progress.removeAttribute('value');
    part(this, 'result', HTMLElement).hidden = state === 'idle';
    part(this, 'actions', HTMLElement).toggleAttribute('inert', state !== 'done');
    this.#update();
    if (!hadFocus) return;
    // The button that had the focus may be hidden now.
    const target = isBusy ? 'cancel' : state === 'idle' ? 'run' : 'heading';
    part(this, target, HTMLElement).focus({ preventScroll: isBusy });
  }

  /** Shows the result that the address holds, if it is one of this study. */
  async #restore(): Promise<void> {
    const packed = packedIn(location.hash);
    if (packed === undefined) return;
    try {
      const module = await this.#load();
      const result = await module.unpackResult(packed);
      if (result.study !== this.#config.study || this.#state !== 'idle') return;
      this.#view.open(result);
      const heading = isOwn(packed) ? 'Your result' : 'Somebody’s result';
      const facts = `${formatDay(result.startedAt)}, ${result.environment.runtime}.`;
      this.#showResult({ result }, heading, facts);
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
    fill(this, { sent: await copyLink(link) });
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
