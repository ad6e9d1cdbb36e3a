import { messageOf } from '../bench-client/failure.ts';
import { ownFragment, ownIn, saveResult, sharedIn } from '../history/index.ts';
import { Announcer, fill, inFrame, part } from '../islands/dom.ts';
import { formatDay } from '../numbers/format.ts';
import type { ReducedResult } from '../share/form.ts';
import { alone, untilFree } from './alone.ts';
import { clockStepMs, clockText } from './clock.ts';
import { estimate, estimateText, isTooCoarse } from './estimate.ts';
import { LabForm } from './lab-form.ts';
import type { LiveConfig } from './panel.ts';
import { copyText, fileName, offerFile } from './send.ts';
import {
  endText,
  failureOf,
  failureWords,
  progressText,
  RunFailed,
  stepTexts,
  waitTexts,
} from './states.ts';
import { Switches } from './switches.ts';
import type { RunModule, View } from './view.ts';

/**
 * The states that `data-state` tells: ready, on the way to a first connection, measuring, with a result on the
 * page, and with a reason why there is none.
 */
type State = 'idle' | 'starting' | 'running' | 'done' | 'failed';

/** A result on the page, and its record where it was measured here just now. */
interface Shown {
  result: ReducedResult;
  record?: string;
  packed?: string;
}

/**
 * `<live-bench>`: runs a study in the reader's browser. Its markup is src/components/AnswerTable.astro's, whose
 * switches say what is run, or that of the lab, where a form does.
 */
class LiveBench extends HTMLElement {
  #config!: LiveConfig;
  #view!: View;
  #announcer!: Announcer;
  #controller: AbortController | undefined;
  #module: RunModule | undefined;
  #shown: Shown | undefined;
  /** Smallest step of the page's clock, in ms. */
  #stepMs = 0;

  connectedCallback(): void {
    this.#config = JSON.parse(part(this, 'config', HTMLScriptElement).text) as LiveConfig;
    this.#announcer = new Announcer(part(this, 'announce', HTMLElement));
    this.#view = this.querySelector('[data-part="plan"]:is(form)')
      ? new LabForm(this, this.#config)
      : new Switches(this, this.#config);
    this.#stepMs = clockStepMs();
    this.addEventListener('change', () => this.#update());
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

  disconnectedCallback(): void {
    this.#controller?.abort();
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

  get #state(): State {
    return (this.dataset['state'] ?? 'idle') as State;
  }

  /** Follows the choices: what a run of them takes, why it cannot be, and the result as far as it is of them. */
  #update(): void {
    if (this.#state === 'starting' || this.#state === 'running') return;
    const problem = this.#problem();
    part(this, 'run', HTMLButtonElement).disabled = problem !== undefined;
    const { choice, pace, note } = this.#view.size;
    const takes = estimateText(estimate(choice, pace), choice.length, this.#config.inPage === true);
    fill(this, { told: problem ?? [takes, note].filter(Boolean).join(' ') });
    if (this.#shown !== undefined) this.#view.show(this.#module, this.#shown.result, false);
    if (this.#state === 'done') this.#fillSummary();
  }

  #problem(): string | undefined {
    const { problem } = this.#view;
    if (problem !== undefined) return problem;
    const { choice, pace } = this.#view.size;
    return isTooCoarse(choice, pace, this.#stepMs) ? clockText(this.#stepMs) : undefined;
  }

  async #run(): Promise<void> {
    const hadFocus = part(this, 'bar', HTMLElement).contains(document.activeElement);
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#shown = undefined;
    this.#leave('');
    this.#show('starting', hadFocus);
    fill(this, { told: stepTexts.loading, summary: 'Your result appears after 4 sessions.' });
    fill(this, { heading: 'Measuring', limits: this.#view.limits(undefined), facts: '', sent: '' });
    this.#announcer.say('Measuring started.');
    try {
      const finished = await alone(() => this.#measure(controller));
      if (!this.isConnected) return;
      if (finished === undefined) return this.#reset('Cancelled before the first result.');
      const { result, record, why } = finished;
      const { writeRecord } = await this.#load();
      this.#shown = { result, record: writeRecord(record) };
      this.#view.show(this.#module, result, false);
      const lost = why === undefined ? '' : ` The benchmark server was lost: ${why}.`;
      this.#showResult('Your result', `${endText(result.end, result.tookMs)}${lost}`);
      await this.#keep();
    } catch (error) {
      if (this.#controller === controller) this.#fail(error);
    }
  }

  async #measure({ signal }: AbortController) {
    const pressedAt = performance.timeOrigin + performance.now();
    if (!this.#config.inPage && typeof WebSocket === 'undefined') {
      throw new RunFailed({ kind: 'no-websocket' });
    }
    const module = await this.#load();
    const { options, seed, origin } = this.#view.request;
    this.#view.show(module, undefined, true);
    const bar = part(this, 'progress', HTMLProgressElement);
    return module.runLive({
      ...{ study: this.#config.study, options, seed, origin, pressedAt, signal },
      ownBench: this.#view.ownBench,
      listener: {
        onStep: (step) => fill(this, { told: stepTexts[step] }),
        onProgress: (progress, waitsFor) => {
          if (this.#state === 'starting') this.#show('running', false);
          const text = waitsFor === undefined ? progressText(progress) : waitTexts[waitsFor];
          bar.value = progress.share;
          fill(this, { told: text });
          this.#announcer.sayIfDue(text);
        },
        onRows: (result) => this.#view.show(module, result, true),
      },
    });
  }

  #reset(note: string): void {
    this.#view.show(this.#module, undefined, false);
    this.#show('idle', true);
    this.#announcer.say(note);
    fill(this, { told: note });
  }

  #fail(error: unknown): void {
    const failure = failureOf(error);
    const { title, text, advice } = failureWords(failure);
    this.#view.show(this.#module, undefined, false);
    fill(this, { heading: title, summary: text, limits: advice });
    this.#show('failed', true);
    this.#update();
    this.#announcer.say(`${title}. ${text}`);
    if (failure.kind !== 'busy' || this.#controller === undefined) return;
    const { signal } = this.#controller;
    untilFree(signal).then(
      () => this.#reset('The other tab has finished.'),
      // Another run of this tab has ended the wait.
      () => undefined,
    );
  }

  #showResult(heading: string, facts: string): void {
    fill(this, { heading, facts, sent: '' });
    this.#fillSummary();
    this.#show('done', true);
    this.#update();
    const { summary } = this.#summary;
    this.#announcer.say(`${heading}. ${summary}`);
  }

  get #summary() {
    const result = this.#shown?.result;
    return result === undefined
      ? { summary: '', limits: '' }
      : { summary: this.#view.summary(result), limits: this.#view.limits(result) };
  }

  #fillSummary(): void {
    fill(this, this.#summary);
    const result = this.#shown?.result;
    if (result) part(this, 'plan-link', HTMLAnchorElement).href = this.#view.planLink(result);
  }

  /** @param follows whether the focus goes on from a button that is hidden now */
  #show(state: State, follows: boolean): void {
    const bar = part(this, 'bar', HTMLElement);
    const hadFocus = follows && bar.contains(document.activeElement);
    const isBusy = state === 'starting' || state === 'running';
    this.dataset['state'] = state;
    part(this, 'run', HTMLElement).hidden = isBusy;
    part(this, 'cancel', HTMLElement).hidden = !isBusy;
    const progress = part(this, 'progress', HTMLProgressElement);
    progress.hidden = !isBusy;
    if (state === 'starting') progress.removeAttribute('value');
    part(this, 'result', HTMLElement).hidden = state === 'idle';
    part(this, 'actions', HTMLElement).toggleAttribute('inert', state !== 'done');
    fill(this, { run: this.#view.runLabel(state === 'done') });
    if (!hadFocus) return;
    const target = isBusy ? 'cancel' : state === 'idle' ? 'run' : 'heading';
    part(this, target, HTMLElement).focus({ preventScroll: isBusy });
  }

  /** Shows the result that the address holds, where it is one of this study. */
  async #restore(): Promise<void> {
    const own = ownIn(location.hash);
    const packed = own ?? sharedIn(location.hash);
    if (packed === undefined) return;
    try {
      const module = await this.#load();
      const result = await module.unpackResult(packed);
      if (result.study !== this.#config.study || this.#state !== 'idle') return;
      this.#shown = { result, packed };
      this.#view.open(result);
      this.#view.show(module, result, false);
      const heading = own === undefined ? 'Somebody’s result' : 'Your result';
      const facts = `${formatDay(result.startedAt)}, ${result.environment.runtime}.`;
      this.#showResult(heading, facts);
    } catch (error) {
      this.#leave('');
      this.#fail(new Error(`the result in this address cannot be shown. ${messageOf(error)}`));
    }
  }

  /** Has the address of the page hold a result, and this browser's list a link to it. */
  async #keep(): Promise<void> {
    const shown = this.#shown;
    if (shown === undefined) return;
    const { packResult } = await this.#load();
    const { result } = shown;
    shown.packed = await packResult(result);
    const fragment = ownFragment(shown.packed);
    this.#leave(fragment);
    saveResult({
      ...{ study: this.#view.title, at: result.startedAt, link: `/result/${fragment}` },
      what: `${endText(result.end, result.tookMs)} ${result.environment.runtime}.`,
    });
  }

  /** Has the address of the page hold a result by its fragment, or none any more. */
  #leave(fragment: string): void {
    if (fragment === '' && location.hash === '') return;
    history.replaceState(history.state, '', `${location.pathname}${location.search}${fragment}`);
  }

  async #copyLink(): Promise<void> {
    const packed = this.#shown?.packed;
    if (packed === undefined) throw new Error('this result does not fit into a link');
    fill(this, { sent: await copyText(this, `${location.origin}${this.#view.page}#r=${packed}`) });
  }

  /** Offers the record or, where only an address was opened, the result that it holds. */
  #download(): void {
    if (this.#shown === undefined) return;
    const { result, record } = this.#shown;
    const text = record ?? JSON.stringify(result, undefined, 1);
    offerFile(new Blob([text], { type: 'application/json' }), fileName(result));
    fill(this, { sent: 'Downloaded.' });
  }

  async #load(): Promise<RunModule> {
    try {
      this.#module ??= await import('./run/live.ts');
    } catch (cause) {
      throw new RunFailed({ kind: 'not-loaded', detail: messageOf(cause) }, { cause });
    }
    return this.#module;
  }
}

customElements.define('live-bench', LiveBench);
