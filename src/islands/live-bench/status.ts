/** The states of a live run, and what is said of them. The element shows one at any time. */
import type { SessionRecord } from '../../harness/record/index.ts';
import type { Planned, Progress } from '../../harness/run/index.ts';
import type { Finding } from '../../report/finding.ts';
import type { Result } from '../../report/model.ts';
import { spentText } from '../../report/progress.ts';
import { type Failure, failureWords } from './failures.ts';

export type LiveState =
  /** Ready. The note says why an earlier run left nothing to show. */
  | { name: 'idle'; note?: string }
  | { name: 'starting'; step: StartStep }
  | { name: 'running'; progress: Progress }
  /** The run stands still until the page is visible, or until the bench answers again. */
  | { name: 'waiting'; for: 'page' | 'bench'; progress: Progress }
  | { name: 'done'; finished: Finished }
  /** Somebody else’s finding, before a run of one’s own. */
  | { name: 'shared'; theirs: Finding }
  | { name: 'failed'; failure: Failure };

export type StartStep = 'loading' | 'asking' | 'connecting';

export interface Finished {
  /** What the run was laid out as, for one that goes on. */
  planned: Planned;
  record: SessionRecord;
  result: Result;
  /** What became of keeping it in this browser, in a sentence. */
  kept: Promise<string>;
}

export type LiveEnd =
  | { type: 'finished'; finished: Finished }
  /** Cancelled before any turn counted. */
  | { type: 'stopped' }
  | { type: 'failed'; failure: Failure };

/** Said before a run, with and without JavaScript. */
export const READY = 'Nothing is sent before you press Run.';

/** The same where no bench is asked. */
export const READY_IN_PAGE = 'Nothing runs before you press Run.';

const steps: Record<StartStep, string> = {
  loading: 'Loading the benchmark…',
  asking: 'Asking the bench what it is…',
  connecting: 'Opening a first connection…',
};

/** What the status line says of a state, and what a screen reader hears of it. */
export function statusText(state: LiveState): string {
  switch (state.name) {
    case 'idle':
      return state.note ?? '';
    case 'starting':
      return steps[state.step];
    case 'running':
      return `Measuring: ${spentText(state.progress)}`;
    case 'waiting':
      return state.for === 'page'
        ? 'Waiting until this page is visible again'
        : 'Waiting for the bench to answer again, for a minute at most';
    case 'done':
      return state.finished.result.summary;
    case 'shared':
      return 'This is somebody else’s result. Nothing has been run here.';
    case 'failed':
      return failureWords(state.failure).title;
  }
}
