import { messageOf } from '../../bench-client/failure.ts';
import { ownIn } from '../../history/index.ts';
import type { Progress } from '../../harness/run/index.ts';
import { progressText } from '../../report/ending.ts';
import type { Finding } from '../../report/finding.ts';
import type { Beside } from '../../report/parties.ts';
import { Announcer, fill, inFrame, part, showState } from '../dom.ts';
import { lengthOfPlan, readConfig, type LiveConfig } from './query.ts';
import {
  type Failure,
  failureOf,
  failureWords,
  type Finished,
  type LiveState,
  RunFailed,
  statusText,
} from './status.ts';
import { alone } from './alone.ts';
import { SetupForm } from './setup-form.ts';

/** Plot, the statistics and the client halves: what only a run needs. */
type RunModule = typeof import('./run/live.ts');
/** The choices and the seed of another run. */
type Like = Pick<SetupForm, 'options' | 'seed'>;

/**
 * `<live-bench>`: runs a study in the reader's browser. The markup is src/components/LiveBench.astro's.
 * `data-state` tells the state; a part with `data-show` is hidden in every state it does not list.
 */
export class LiveBench extends HTMLElement {
  #config!: LiveConfig;
  #setup!: SetupForm;
  #announcer!: Announcer;
  #controller: AbortController | undefined;
  #module: RunModule | undefined;
  #finished: Finished | undefined;
  /** The finished run that the newest was to go on with. */
  #goOn: Finished | undefined;
  /** Somebody else’s finding, which a run is set beside. */
  #theirs: Finding | undefined;
  /** A run that is taken again in the place of what the form says. */
  #like: Like | undefined;

  connectedCallback(): void {
    this.#config = readConfig(part(this, 'config', HTMLScriptElement).text);
    this.#announcer = new Announcer(part(this, 'announce', HTMLElement));
    this.#setup = new SetupForm(this, this.#config);
    this.#readAddress();
    this.#setup.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run();
    });
    this.#onClick('cancel', async () => {
      // The press is seen to be taken before the work of ending, which may take a while, begins.
      await inFrame();
      this.#controller?.abort();
    });
    for (const name of ['again', 'same']) this.#onClick(name, () => this.#run());
    this.#onClick('retry', () => (this.#isBusy ? this.#run(this.#goOn, true) : this.#run()));
    this.#onClick('keep-going', () => this.#run(this.#finished));
    for (const name of ['change', 'failure-change']) {
      this.#onClick(name, () => {
        this.#like = undefined;
        this.#setup.open();
        this.#show({ name: 'idle' });
      });
    }
    this.#onClick('link', () =>
      this.#withResult((module, finished) => module.send(this, 'link', finished)),
    );
    part(this, 'send', HTMLElement).addEventListener('click', ({ target }) => {
      const way = target instanceof HTMLButtonElement ? target.dataset['part'] : undefined;
      if (way === undefined) return;
      this.#try('sent', () =>
        this.#withResult((module, finished) => module.send(this, way, finished)),
      );
    });
    void this.#restore();
  }

  /** Shows the result that the address holds, where it is one of this study. */
  async #restore(): Promise<void> {
    const packed = ownIn(location.hash);
    // A page of one result shows it by itself.
    if (packed === undefined || this.closest('shared-result')) return;
    try {
      const module = await this.#load();
      const finding = await module.readFinding(packed, this.#config.study);
      if (finding && this.dataset['state'] === 'idle') await this.present(finding, 'yours');
    } catch (error) {
      this.#leave('');
      this.#tellOfAddress(`The result in this address cannot be shown. ${messageOf(error)}`);
    }
  }

  /** Has the address of the page hold a result, by its fragment, or none of its own any more. */
  #leave(fragment: string): void {
    if (fragment === '' && ownIn(location.hash) === undefined) return;
    history.replaceState(history.state, '', `${location.pathname}${location.search}${fragment}`);
  }

  /**
   * Shows a result without its record. A run of the same plan and seed from here is then set beside
   * somebody else’s. Nothing runs by itself.
   */
  async present(finding: Finding, whose: 'yours' | 'theirs'): Promise<void> {
    const { seed, plan } = finding;
    const module = await this.#load();
    const { arms, workloads, reference, subjects } = plan;
    const asked = { reference, subjects };
    this.#like = { options: { length: lengthOfPlan(plan), arms, workloads, ...asked }, seed };
    this.#theirs = whose === 'theirs' ? finding : undefined;
    this.#show({ name: 'shared', whose });
    // Its own row is not beside it too.
    module.showFinding(this, finding, whose, { ...this.#beside, theirs: undefined });
  }

  get #beside(): Beside {
    const { quoted, published } = this.#config;
    return { quoted, published, theirs: this.#theirs };
  }

  disconnectedCallback(): void {
    this.#controller?.abort();
  }

  #readAddress(): void {
    try {
      const address = this.#setup.preselect(location.search);
      if (address === undefined) return;
      this.#tellOfAddress(address);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const asked = 'The address of this page asks for a run that does not exist';
      this.#tellOfAddress(`${asked}: ${messageOf(error)}. Nothing of it is taken.`);
    }
  }

  /** Says what became of what the address, or its entry in the browser’s history, asks for. */
  #tellOfAddress(address: string): void {
    fill(this, { address });
    this.#announcer.say(address);
  }

  /** Whether the run was put off because another tab has one. */
  get #isBusy(): boolean {
    return part(this, 'failure', HTMLElement).dataset['kind'] === 'busy';
  }

  /**
   * @param goOn a finished run that is to go on
   * @param waits whether it waits for the run of another tab
   */
  async #run(goOn?: Finished, waits = false): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.#goOn = goOn;
    const { signal } = controller;
    try {
      this.#show({ name: 'starting', step: waits ? 'queueing' : 'loading' });
      await alone(() => this.#measure(goOn, controller), waits ? signal : undefined);
    } catch (error) {
      if (this.#controller !== controller) return;
      if (signal.aborted) this.#show({ name: 'idle' });
      else this.#show({ name: 'failed', failure: failureOf(error) });
    }
  }

  async #measure(goOn: Finished | undefined, controller: AbortController): Promise<void> {
    const { signal } = controller;
    const pressedAt = performance.timeOrigin + performance.now();
    this.#show({ name: 'starting', step: 'loading' });
    if (!this.#config.inPage && typeof WebSocket === 'undefined')
      throw new RunFailed({ kind: 'no-websocket' });
    const module = await this.#load();
    const { study } = this.#config;
    const { bench, ownBench } = this.#setup;
    const { options, seed } = this.#like ?? this.#setup;
    const state = await module.runLive({
      ...{ study, origin: bench, ownBench, options, seed, pressedAt, beside: this.#beside },
      goOn,
      signal,
      root: this,
      onState: (now) => {
        if (!signal.aborted) this.#show(now);
      },
      onPace: (pace) => this.#setup.learn(pace),
    });
    if (this.#controller !== controller || !this.isConnected) return;
    if (state.name === 'done') this.#finished = state.finished;
    this.#show(state);
  }

  async #load(): Promise<RunModule> {
    try {
      this.#module ??= await import('./run/live.ts');
    } catch (cause) {
      throw new RunFailed({ kind: 'not-loaded', detail: messageOf(cause) }, { cause });
    }
    return this.#module;
  }

  #show(state: LiveState): void {
    const before = this.dataset['state'];
    const status = statusText(state);
    fill(this, { status });
    // A result says for itself how it came about, and what is only ready has nothing to say.
    part(this, 'status', HTMLElement).hidden = status === '' || state.name === 'done';
    if (state.name === 'running' || state.name === 'waiting') {
      const { progress } = state;
      const bar = part(this, 'progress', HTMLProgressElement);
      bar.value = progress.share;
      bar.ariaLabel = progress.open
        ? 'Time spent, of the most that it may take'
        : 'Part that is done';
      fill(this, { progress: this.#progressText(progress) });
      if (state.name === 'waiting') this.#announcer.say(status);
      else this.#announcer.sayIfDue(`${status}, ${this.#progressText(progress)}`);
    } else {
      if (state.name === 'starting') {
        part(this, 'progress', HTMLProgressElement).removeAttribute('value');
        fill(this, { progress: '' });
      }
      if (state.name === 'failed') this.#fillFailure(state.failure);
      this.#announcer.say(status);
    }
    if (before === state.name) return;
    if (state.name === 'starting' || state.name === 'idle') this.#leave('');
    if (state.name === 'done') {
      const { kept } = state.finished;
      void kept.then(({ fragment }) => {
        if (fragment !== undefined && this.dataset['state'] === 'done') this.#leave(fragment);
      });
    }
    // As the reader has it now: what is hidden next may leave the panel above the screen.
    const { top, bottom } = this.getBoundingClientRect();
    const inView = bottom > 0 && top < window.innerHeight;
    showState(this, state.name);
    // Filled once it has its room, so that the figure is drawn at its width at once.
    if (state.name === 'done') {
      this.#module?.showResult(this, state.finished.result);
      this.#module?.linkPlan(this, state.finished.record, this.#setup.ownBench);
      this.#try('sent', () => this.#withResult((module, finished) => module.offer(this, finished)));
    }
    this.#moveFocus(state, inView);
  }

  #progressText(progress: Progress): string {
    return progressText(progress, (id) => this.#setup.nameOf(id));
  }

  #fillFailure(failure: Failure): void {
    const panel = part(this, 'failure', HTMLElement);
    panel.dataset['kind'] = failure.kind;
    part(this, 'retry', HTMLElement).textContent =
      failure.kind === 'busy' ? 'Wait for it, then run' : 'Try again';
    fill(panel, failureWords(failure));
  }

  /** Follows what the reader does here, but never fetches back who has gone elsewhere. */
  #moveFocus(state: LiveState, inView: boolean): void {
    // Nor who has not done anything yet: a result that the address opens is read from the top.
    if (navigator.userActivation?.hasBeenActive === false) return;
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body && !this.contains(focused)) return;
    const targets: Partial<Record<LiveState['name'], string>> = {
      starting: 'cancel',
      done: 'result-heading',
      shared: 'result-heading',
      failed: 'failure-heading',
      idle: 'run',
    };
    const target = targets[state.name];
    if (target === undefined) return;
    part(this, target, HTMLElement).focus({ preventScroll: !inView });
    // The figure stands under the heading: no more is scrolled than shows it whole.
    if (inView && target === 'result-heading') {
      part(this, 'beside-figure', HTMLElement).scrollIntoView({ block: 'nearest' });
    }
  }

  #withResult(act: (module: RunModule, finished: Finished) => Promise<void> | void) {
    const finished = this.#finished;
    return finished === undefined
      ? undefined
      : this.#load().then((module) => act(module, finished));
  }

  #onClick(name: string, act: () => Promise<void> | void): void {
    part(this, name, HTMLButtonElement).addEventListener('click', () => this.#try('note', act));
  }

  /** @param slot for the message of a failure, which costs no result */
  #try(slot: 'note' | 'sent', act: () => Promise<void> | void): void {
    Promise.resolve()
      .then(act)
      .catch((error: unknown) => fill(this, { [slot]: `That failed: ${messageOf(error)}.` }));
  }
}

customElements.define('live-bench', LiveBench);
