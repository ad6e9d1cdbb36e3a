import type { Result } from '../../probes/probe.ts';

/** How a result is written: a shape beside the word, so that colour is never needed. */
export const looks: Readonly<Record<Result, { shape: string; word: string; means: string }>> = {
  pass: { shape: '●', word: 'pass', means: 'it did what the question asks' },
  partly: { shape: '◐', word: 'partly', means: 'with a difference, which its details name' },
  fail: { shape: '○', word: 'fail', means: 'it did not' },
  'not-applicable': { shape: '–', word: 'n/a', means: 'the question cannot be asked of it' },
};
