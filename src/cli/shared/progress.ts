import type { Plan, Study } from '../../harness/plan/index.ts';
import { ProgressMeter, type RunEvent } from '../../harness/run/index.ts';
import { progressText, roundText } from '../../report/progress.ts';
import { spaced } from '../../report/table.ts';

/** Where progress goes: stderr, or a test's ear. */
export interface Terminal {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const BAR = 24;

/** Follows a run's events and tells how far it is: a bar on a terminal, a line a round in a log. */
export class ProgressReport {
  readonly #plan: Plan;
  readonly #meter: ProgressMeter;
  readonly #line: StatusLine;

  constructor(
    study: Pick<Study<never>, 'workloads'>,
    plan: Plan,
    now: () => number,
    terminal: Terminal,
  ) {
    this.#plan = plan;
    this.#line = new StatusLine(terminal);
    this.#meter = new ProgressMeter(study, plan, now);
  }

  take = (event: RunEvent): void => {
    this.#meter.take(event);
    if (event.type === 'waiting') this.#line.say('The bench does not answer: asking it again …');
    else if (event.type !== 'block-started') {
      const [ended, next] = this.#plan.blocks.slice(event.index);
      const { progress } = this.#meter;
      const text = spaced(`${roundText(progress)}, ${progressText(progress)}`);
      const roundEnded = event.type === 'block-ended' && ended?.round !== next?.round;
      this.#line.show(text, progress.share, roundEnded);
    }
  };

  /** Leaves the bar where it is. */
  end(): void {
    this.#line.end();
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
      this.#terminal.write(`\r${bar} ${text}\x1b[K`);
      this.#open = true;
    } else if (keep) this.#terminal.write(`${text}\n`);
  }

  say(text: string): void {
    this.end();
    this.#terminal.write(`${text}\n`);
  }

  /** Leaves the bar where it is. */
  end(): void {
    if (this.#open) this.#terminal.write('\n');
    this.#open = false;
  }
}
