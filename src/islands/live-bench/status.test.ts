import { expect, it } from 'vitest';
import type { Progress } from '../../harness/run/index.ts';
import { spaced } from '../../report/table.ts';
import { statusText } from './status.ts';

const progress: Progress = {
  ...{ sessions: 14, discarded: 0, workloads: 3, decided: [] },
  ...{ spentMs: 12_300, untilMs: 30_000, open: true, share: 0.41, leftMs: 18_000 },
};

it.each([
  [progress, 'Measuring: 12 s of at most 30 s'],
  [{ ...progress, open: false }, 'Measuring: 12 s of 30 s'],
  [{ ...progress, open: false, untilMs: undefined }, 'Measuring: 12 s'],
])('says how long a run has measured', (of, text) => {
  expect(spaced(statusText({ name: 'running', progress: of }))).toBe(text);
});
