/** Why a run came to nothing, and what a run says of itself while it goes on. */
import {
  BenchFailed,
  type BenchFailure,
  messageOf,
  refusalWords,
  timeOfDay,
} from '../../wire/bench-client/failure.ts';
import type { Progress, End, RunEvent, Findings } from '../../core/run/index.ts';
import { loadFailure, unloaded } from '../islands/oldest-browsers.ts';
import { formatDuration, roughDuration } from '../../results/numbers/format.ts';

export type RunFailure =
  | BenchFailure
  /** Another tab has a run. */
  | { kind: 'busy' }
  /** A worker or frame of the page did not open. */
  | { kind: 'no-peer'; detail: string }
  /** A script of the benchmark did not arrive, or could not be parsed. */
  | { kind: 'not-loaded' | 'too-old'; detail: string }
  /** The bench went away before any turn counted. */
  | { kind: 'lost'; detail: string }
  /** Every turn of the run was discarded. */
  | { kind: 'nothing-counted'; reasons: string[] }
  | { kind: 'unexpected'; detail: string };

/** Thrown on the way to a run; carries the failure to the one place that shows it. */
export class RunFailed extends Error {
  readonly failure: RunFailure;

  constructor(failure: RunFailure, options?: ErrorOptions) {
    super(failure.kind, options);
    this.failure = failure;
  }
}

/** A failure in words: what happened and what it means, and what the reader can do. */
export function failureWords(failure: RunFailure): Record<'title' | 'text' | 'advice', string> {
  switch (failure.kind) {
    case 'busy':
      return {
        title: 'Another tab of this site is measuring',
        text: 'Two runs at once would slow each other down.',
        advice: 'Run becomes available here as soon as the other tab has finished.',
      };
    case 'no-peer':
      return {
        title: 'The first worker did not answer',
        text: `A run calls workers and frames of this site, and the first one could not be called: ${failure.detail}.`,
        advice: 'Reload the page and try again, or open it in another browser.',
      };
    case 'not-loaded':
    case 'too-old':
      return {
        title: 'The live benchmark did not start',
        text: unloaded[failure.kind],
        advice: `The browser reported: ${failure.detail}.`,
      };
    case 'unreachable':
      return {
        title: 'The benchmark server does not answer',
        text: `No usable answer came from ${failure.origin}: ${failure.detail}.`,
        advice: 'The server or your network may be down. Try again in a moment.',
      };
    case 'blocked':
      return {
        title: 'The WebSocket did not open',
        text: `${failure.origin} answers over HTTP, but a WebSocket to it does not open: ${failure.detail}.`,
        advice:
          'A proxy, a firewall or a browser extension may block it. Try another network, or without the extension.',
      };
    case 'refused':
      return {
        title: 'The benchmark server refuses more connections for now',
        text: `It has limits: ${refusalWords(failure)}. Visitors with your IP address share them with you.`,
        advice: `Try again after ${timeOfDay(failure.retryAt)}. On your own machine there is no limit: run npm install and npm start.`,
      };
    case 'lost':
      return {
        title: 'The benchmark server stopped answering',
        text: `It stopped before anything was measured: ${failure.detail}.`,
        advice: 'Try again in a moment.',
      };
    case 'nothing-counted':
      return {
        title: 'Nothing was measured',
        text: `The run ended, but every part of it was discarded. ${failure.reasons.join(' ')}`,
        advice: 'Keep the page visible and try again.',
      };
    case 'unexpected':
      return {
        title: 'Something went wrong',
        text: `The run ended with an unexpected error: ${failure.detail}.`,
        advice: 'Try again. If it happens once more, please report the message above.',
      };
  }
}

/** The failure that an error carries; an error that nobody foresaw is one of its own. */
export function failureOf(error: unknown): RunFailure {
  if (error instanceof RunFailed || error instanceof BenchFailed) return error.failure;
  const detail = messageOf(error);
  return { kind: loadFailure(error) ?? 'unexpected', detail };
}

/** The failure of a run without a single counted turn; undefined where the reader cancelled it. */
export function failureWithoutResult(
  end: End<RunFailure>,
  { sessions }: Findings,
): RunFailure | undefined {
  switch (end.kind) {
    case 'cancelled':
      return undefined;
    case 'lost':
      return end.failure ?? { kind: 'lost', detail: end.why };
    case 'complete': {
      const all = sessions.flatMap(({ arms, turns }) => [...arms, ...turns]);
      const reasons = new Set(all.flatMap(({ detail }) => detail ?? []));
      return {
        kind: 'nothing-counted',
        reasons: [...reasons].slice(0, 3).map((reason) => `${reason}.`),
      };
    }
  }
}

export type Step = 'loading' | Extract<RunEvent, { type: 'starting' }>['step'];

export const stepTexts: Readonly<Record<Step, string>> = {
  loading: 'Loading the benchmark…',
  asking: 'Asking the benchmark server…',
  connecting: 'Opening a first connection…',
};

export const waitTexts: Readonly<Record<'page' | 'bench', string>> = {
  page: 'Paused until this page is visible again.',
  bench: 'The benchmark server stopped answering. Waiting for it, for a minute at most.',
};

/** How far a run is: `7 sessions, about 9 s left.` */
export function progressText({ sessions, leftMs }: Progress): string {
  const done = sessions === 1 ? '1 session' : `${sessions} sessions`;
  return leftMs === undefined ? `${done}.` : `${done}, ${formatDuration(leftMs)} left.`;
}

/** How a run with a result ended: `18 s`, `stopped after 7 s`. */
export function endText(end: End['kind'], tookMs: number | undefined): string {
  const names = { complete: '', cancelled: 'stopped after ', lost: 'ended after ' };
  return tookMs === undefined ? names[end].trim() : `${names[end]}${roughDuration(tookMs)}`;
}
