import { describe, expect, it } from 'vitest';
import { progressText } from '../../report/progress.ts';
import { statusText } from './status.ts';
import { spaced } from '../../report/table.ts';

const fixed = {
  round: 3,
  rounds: 5,
  nextLook: 5,
  open: false,
  blocks: 37,
  plannedBlocks: 90,
  voids: 1,
  share: 0.4,
  leftMs: 12_000,
};
const open = { ...fixed, rounds: 40, nextLook: 9, open: true, plannedBlocks: 720, voids: 0 };

describe('progress', () => {
  it('of a fixed run tells what is left', () => {
    expect(spaced(progressText(fixed))).toBe('37 of 90 blocks, 1 discarded · about 12 s left');
    expect(statusText({ name: 'running', progress: fixed })).toBe('Running: round 3 of 5');
  });

  it('of a run until decided tells only of the next interim analysis', () => {
    expect(spaced(progressText(open))).toBe(
      '37 blocks, round 3 · next interim analysis after round 9, in about 12 s',
    );
    expect(statusText({ name: 'running', progress: open })).toBe('Running: round 3 of at most 40');
  });
});
