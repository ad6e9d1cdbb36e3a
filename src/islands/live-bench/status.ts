/** The states of a live run, and what is said of them. The element shows one at any time. */
import {
  BenchFailed,
  type BenchFailure,
  messageOf,
  refusalWords,
  timeOfDay,
} from '../../bench-client/failure.ts';
import type { SessionRecord } from '../../harness/record/index.ts';
import type { Progress, RunEnded, RunEvent, RunSoFar } from '../../harness/run/index.ts';
import type { Result } from '../../report/model.ts';
import type { Kept } from './keep.ts';

export type Failure =
  | BenchFailure
  | { kind: 'no-websocket' }
  /** Another tab has a run. */
  | { kind: 'busy' }
  /** A worker or frame of the page did not open. */
  | { kind: 'no-peer'; detail: string }
  /** The part of the page that runs the benchmark did not arrive. */
  | { kind: 'not-loaded'; detail: string }
  /** The bench went away before any turn counted. */
  | { kind: 'lost'; detail: string }
  /** Every turn of the run was discarded. */
  | { kind: 'nothing-counted'; reasons: string[] }
  | { kind: 'unexpected'; detail: string };

/** Thrown on the way to a run; carries the failure to the one place that shows it. */
export class RunFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind, options);
    this.failure = failure;
  }
}

/** A failure in words: what happened and what it means, and what the reader can do. */
export function failureWords(failure: Failure): Record<'title' | 'text' | 'advice', string> {
  switch (failure.kind) {
    case 'no-websocket':
      return {
        title: 'This browser has no WebSockets',
        text: 'Every system here is called over a WebSocket, and this browser lacks them or has them switched off.',
        advice: 'Open this page in another browser. The published figures above need none.',
      };
    case 'busy':
      return {
        title: 'Another tab of this site is measuring',
        text: 'Two runs at once would slow each other down, and neither would be worth anything. A run goes on while its tab is in front.',
        advice:
          'This one can wait: it begins once the other has ended, and can be cancelled until then.',
      };
    case 'no-peer':
      return {
        title: 'The first worker did not answer',
        text: `A run calls workers and frames of this site, and the first one could not be called: ${failure.detail}.`,
        advice: 'Reload the page and try again, or open it in another browser.',
      };
    case 'not-loaded':
      return {
        title: 'The benchmark could not be loaded',
        text: `The part of this page that runs it did not arrive: ${failure.detail}.`,
        advice: 'Check the connection and try again, or reload the page.',
      };
    case 'unreachable':
      return {
        title: 'The bench does not answer',
        text: `No usable answer came from ${failure.origin}: ${failure.detail}.`,
        advice: 'It may be down for a moment, or the network may be. Try again.',
      };
    case 'blocked':
      return {
        title: 'The WebSocket did not open',
        text: `${failure.origin} answers over plain HTTP, but a WebSocket to it does not work: ${failure.detail}.`,
        advice:
          'A proxy, a firewall or a browser extension may be in the way. Try another network, or without the extension.',
      };
    case 'refused':
      return {
        title: 'The bench refuses more connections for now',
        text: `It costs its owner something, so it has limits: ${refusalWords(failure)}. Others behind the same address count as one visitor with you.`,
        advice: `Try again after ${timeOfDay(failure.retryAt)}, or run it on your own machine with two commands, npm install and npm start: nobody is limited there.`,
      };
    case 'lost':
      return {
        title: 'The bench was lost',
        text: `It stopped answering before any turn counted: ${failure.detail}.`,
        advice: 'Try again in a moment.',
      };
    case 'nothing-counted':
      return {
        title: 'No turn counted',
        text: `The run came to its end, but every block was discarded, so there is no result. ${failure.reasons.join(' ')}`,
        advice: 'Keep the page visible and try again.',
      };
    case 'unexpected':
      return {
        title: 'Something went wrong',
        text: `The run ended with an error that nobody foresaw: ${failure.detail}.`,
        advice: 'Try again. If it happens once more, the message above is worth a report.',
      };
  }
}

/** The failure that an error carries; an error that nobody foresaw is one of its own. */
export function failureOf(error: unknown): Failure {
  return error instanceof RunFailed || error instanceof BenchFailed
    ? error.failure
    : { kind: 'unexpected', detail: messageOf(error) };
}

export type LiveState =
  /** Ready. The note says why an earlier run left nothing to show. */
  | { name: 'idle'; note?: string }
  | { name: 'starting'; step: Step }
  | { name: 'running'; progress: Progress }
  /** The run stands still until the page is visible, or until the bench answers again. */
  | { name: 'waiting'; for: 'page' | 'bench'; progress: Progress }
  | { name: 'done'; finished: Finished }
  /** A result that came by an address, before a run. */
  | { name: 'shared'; whose: 'yours' | 'theirs' }
  | { name: 'failed'; failure: Failure };

type Step = 'queueing' | 'loading' | Extract<RunEvent, { type: 'starting' }>['step'];

export interface Finished {
  record: SessionRecord;
  result: Result;
  kept: Promise<Kept>;
}

/** Said before a run, with and without JavaScript. */
export const READY = 'Nothing is sent before you press Run.';

/** The same where no bench is asked. */
export const READY_IN_PAGE = 'Nothing runs before you press Run.';

const steps: Record<Step, string> = {
  queueing: 'Waiting until the run in another tab has ended…',
  loading: 'Loading the benchmark…',
  asking: 'Asking the bench what it is…',
  connecting: 'Opening a first connection…',
};

/** The status line of a state, which screen readers hear too. */
export function statusText(state: LiveState): string {
  switch (state.name) {
    case 'idle':
      return state.note ?? '';
    case 'starting':
      return steps[state.step];
    case 'running':
      return 'Measuring';
    case 'waiting':
      return state.for === 'page'
        ? 'Waiting until this page is visible again'
        : 'Waiting for the bench to answer again, for a minute at most';
    case 'done':
      return state.finished.result.summary;
    case 'shared':
      return state.whose === 'theirs'
        ? 'This is somebody else’s result. Nothing has been run here.'
        : 'This is a result of an earlier run in this browser.';
    case 'failed':
      return failureWords(state.failure).title;
  }
}

/** The state after a run without a single counted turn. */
export function withoutResult(end: RunEnded<Failure>, { sessions }: RunSoFar): LiveState {
  switch (end.type) {
    case 'cancelled':
      return { name: 'idle', note: 'Stopped before a session was done: there is no result.' };
    case 'lost':
      return { name: 'failed', failure: end.failure ?? { kind: 'lost', detail: end.why } };
    case 'complete': {
      const all = sessions.flatMap(({ arms, turns }) => [...arms, ...turns]);
      const reasons = new Set(all.flatMap(({ detail }) => detail ?? []));
      const sentences = [...reasons].slice(0, 3).map((reason) => `${reason}.`);
      return { name: 'failed', failure: { kind: 'nothing-counted', reasons: sentences } };
    }
  }
}
