import type { Plan } from '../../harness/plan/index.ts';
import { type RunEvent, type RunSoFar, RunState } from '../../harness/run/index.ts';
import { progressText, spentText } from '../../report/ending.ts';
import { spaced } from '../../report/table.ts';
import { workloadNames } from '../../report/words.ts';
import { printable } from './args.ts';

/** Where progress goes: stderr, or a test's ear. */
export interface Terminal {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const BAR = 24;
/** A log keeps a line each time so much more is done, and after so many ms: pauses move nothing. */
const LOG_STEP = 0.1;
const LOG_MS = 30_000;

/** Follows a run's events and tells how far it is: a bar on a terminal, some lines in a log. */
export class ProgressReport {
  readonly #state: RunState;
  readonly #nameOf: (id: string) => string;
  readonly #line: StatusLine;
  readonly #now: () => number;
  #logged = -LOG_STEP;
  #loggedAt: number;

  constructor(
    study: Parameters<typeof workloadNames>[0],
    plan: Plan,
    now: () => number,
    terminal: Terminal,
    before?: RunSoFar,
  ) {
    this.#nameOf = workloadNames(study);
    this.#line = new StatusLine(terminal);
    this.#now = now;
    this.#loggedAt = now();
    this.#state = new RunState(plan, now, before);
  }

  take = (event: RunEvent): void => {
    this.#state.take(event);
    const { type } = event;
    if (type === 'waiting') this.#line.say('The bench does not answer: asking it again …');
    if (type === 'left-out') {
      this.#line.say(`${event.arm} is left out of ${event.workload} from now on: ${event.why}.`);
    }
    if (type === 'progress' || type === 'session-ended' || type === 'looked') this.#show(type);
    if (type === 'ended') this.#line.end();
  };

  #show(after: RunEvent['type']): void {
    const { progress } = this.#state;
    const keep =
      after === 'looked' ||
      progress.share >= this.#logged + LOG_STEP ||
      this.#now() >= this.#loggedAt + LOG_MS;
    if (keep) [this.#logged, this.#loggedAt] = [progress.share, this.#now()];
    const text = spaced(`${spentText(progress)}, ${progressText(progress, this.#nameOf)}`);
    this.#line.show(text, progress.share, keep);
  }
}

/** A bar that is drawn over on a terminal; in a log, the lines that are worth keeping. */
export class StatusLine {
  readonly #terminal: Terminal;
  #open = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** @param keep whether a log keeps the line */
  show(text: string, share: number, keep: boolean): void {
    if (this.#terminal.isTTY === true) {
      const filled = Math.round(share * BAR);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
      this.#terminal.write(`\r${bar} ${printable(text)}\x1b[K`);
      this.#open = true;
    } else if (keep) this.#terminal.write(`${printable(text)}\n`);
  }

  say(text: string): void {
    this.end();
    this.#terminal.write(`${printable(text)}\n`);
  }

  /** Leaves the bar where it is. */
  end(): void {
    if (this.#open) this.#terminal.write('\n');
    this.#open = false;
  }
}
