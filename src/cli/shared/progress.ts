import type { Progress, RunEvent } from '../../core/run/index.ts';
import { countOf, formatCount, formatDuration } from '../../results/numbers/format.ts';
import { withPlainSpaces } from '../../results/tables/text.ts';
import { printable } from './args.ts';

export interface Terminal {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** A log keeps a line for each further tenth, and at least every half minute, in ms. */
const LOG_STEP = 0.1;
const LOG_MS = 30_000;

/** Follows a run's events and tells how far it is: in one line on a terminal, some lines in a log. */
export function progressReport(now: () => number, terminal: Terminal): (event: RunEvent) => void {
  const line = new StatusLine(terminal);
  let [logged, loggedAt] = [-LOG_STEP, now()];
  return (event) => {
    const { type } = event;
    if (type === 'waiting') line.say('The bench does not answer: asking it again …');
    if (type === 'left-out') {
      line.say(`${event.arm} is left out of ${event.workload} from now on: ${event.why}.`);
    }
    if (type === 'ended') line.end();
    if (type !== 'progress' && type !== 'session-ended') return;
    const { progress } = event;
    const { share } = progress;
    const keep = share >= logged + LOG_STEP || now() >= loggedAt + LOG_MS;
    if (keep) [logged, loggedAt] = [share, now()];
    line.show(withPlainSpaces(progressText(progress)), keep);
  };
}

/** `12 s of 30 s, 14 sessions, 1 turn discarded, about 18 s left` */
function progressText({ sessions, discarded, leftMs, spentMs, untilMs }: Progress): string {
  const seconds = (ms: number) => `${formatCount(Math.round(ms / 1000))} s`;
  return [
    untilMs === undefined ? seconds(spentMs) : `${seconds(spentMs)} of ${seconds(untilMs)}`,
    countOf(sessions, 'session'),
    ...(discarded === 0 ? [] : [`${countOf(discarded, 'turn')} discarded`]),
    ...(leftMs === undefined ? [] : [`${formatDuration(leftMs)} left`]),
  ].join(', ');
}

/** A line that is drawn over on a terminal; in a log, the lines that are worth keeping. */
export class StatusLine {
  readonly #terminal: Terminal;
  #open = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** @param keep true if a log keeps the line */
  show(text: string, keep: boolean): void {
    const isDrawn = this.#terminal.isTTY === true;
    if (isDrawn) this.#terminal.write(`\r${printable(text)}\x1b[K`);
    else if (keep) this.#terminal.write(`${printable(text)}\n`);
    this.#open = isDrawn;
  }

  say(text: string): void {
    this.end();
    this.#terminal.write(`${printable(text)}\n`);
  }

  /** Leaves the line where it is. */
  end(): void {
    if (this.#open) this.#terminal.write('\n');
    this.#open = false;
  }
}
