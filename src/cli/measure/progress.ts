import { sizeOf } from '../../harness/expectation.ts';
import type { Plan } from '../../harness/plan.ts';
import type { RunEvent } from '../../harness/run.ts';
import type { Study } from '../../harness/study.ts';
import { TimeLeft } from '../../harness/time-left.ts';
import { duration, several } from '../text.ts';

/** Where progress goes: stderr, or a test's ear. */
export interface Terminal {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** How far a run is. */
export interface Progress {
  /** Round that is running, from 1. */
  round: number;
  rounds: number;
  /** Blocks that ended, void ones included. */
  blocks: number;
  plannedBlocks: number;
  /** Blocks that ended void. */
  voids: number;
  /** Part of the expected work that is done, from 0 to 1. */
  share: number;
  /** Time still needed at the pace so far, in ms; undefined until it can be told. */
  leftMs: number | undefined;
}

const BAR = 24;

/** Follows a run's events and tells how far it is: a bar on a terminal, a line a round in a log. */
export class ProgressReport {
  readonly #plan: Plan;
  readonly #timeLeft: TimeLeft;
  readonly #line: StatusLine;
  #blocks = 0;
  #voids = 0;
  #round = 0;

  constructor(
    study: Pick<Study<never>, 'workloads'>,
    plan: Plan,
    now: () => number,
    terminal: Terminal,
  ) {
    this.#plan = plan;
    this.#line = new StatusLine(terminal);
    const sizes = new Map(study.workloads.map((workload) => [workload.id, sizeOf(workload)]));
    this.#timeLeft = new TimeLeft(plan, sizes, now);
  }

  take = (event: RunEvent): void => {
    switch (event.type) {
      case 'block-started':
        this.#timeLeft.startBlock();
        this.#round = this.#plan.blocks[event.index]?.round ?? 0;
        return;
      case 'progress':
        this.#timeLeft.progress(event.operations);
        this.#show(false);
        return;
      case 'waiting':
        this.#timeLeft.wait();
        this.#line.say('The bench does not answer: asking it again …');
        return;
      case 'block-ended': {
        this.#blocks += 1;
        this.#timeLeft.endBlock(event.block.workload);
        if (event.block.void !== undefined) this.#voids += 1;
        this.#show(this.#plan.blocks[event.index + 1]?.round !== this.#round);
      }
    }
  };

  /** Leaves the bar where it is. */
  end(): void {
    this.#line.end();
  }

  #show(roundEnded: boolean): void {
    const { share, leftMs } = this.#timeLeft.howFar();
    const progress = {
      round: this.#round + 1,
      rounds: this.#plan.rounds,
      blocks: this.#blocks,
      plannedBlocks: this.#plan.blocks.length,
      voids: this.#voids,
      share,
      leftMs: this.#blocks < this.#plan.blocks.length ? leftMs : undefined,
    };
    const text = progressText(progress, this.#plan.rule === 'until-decided');
    this.#line.show(text, share, roundEnded);
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

/** `round 3 of 15, 54 of 270 blocks, 1 void, about 12 s left` */
export function progressText(progress: Progress, atMost: boolean): string {
  const { round, rounds, blocks, plannedBlocks, voids, leftMs } = progress;
  return [
    `round ${round} of ${atMost ? 'at most ' : ''}${rounds}`,
    `${blocks} of ${several(plannedBlocks, 'block')}`,
    ...(voids === 0 ? [] : [`${voids} void`]),
    ...(leftMs === undefined ? [] : [`${atMost ? 'at most ' : ''}${duration(leftMs)} left`]),
  ].join(', ');
}
