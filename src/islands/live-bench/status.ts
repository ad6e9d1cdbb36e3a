/** What the status line says of a state, and what a screen reader hears of it. */
import { roundText } from '../../report/progress.ts';
import { failureWords } from './failures.ts';
import type { LiveState, StartStep } from './state.ts';

/** Said before a run, with and without JavaScript. */
export const READY = 'A run needs JavaScript and WebSockets. Nothing is sent before you press Run.';

const steps: Record<StartStep, string> = {
  loading: 'Loading the benchmark…',
  asking: 'Asking the bench what it is…',
  connecting: 'Opening a first connection…',
};

export function statusText(state: LiveState): string {
  switch (state.name) {
    case 'idle':
      return state.note ?? READY;
    case 'starting':
      return steps[state.step];
    case 'running':
      return `Running: ${roundText(state.progress)}`;
    case 'waiting':
      return state.for === 'page'
        ? 'Waiting until this page is visible again'
        : 'Waiting for the bench to answer again, for a minute at most';
    case 'done':
      return state.finished.result.summary;
    case 'failed':
      return failureWords(state.failure).title;
  }
}
