import { describe, expect, it } from 'vitest';
import type { Progress, RunEvent } from '../../core/run/index.ts';
import { progressReport } from './progress.ts';

const SESSIONS = 20;

/** After so many sessions of a quarter of a second each, a turn of the third discarded. */
const after = (sessions: number): Progress => ({
  sessions,
  discarded: sessions > 2 ? 1 : 0,
  spentMs: sessions * 250,
  untilMs: 5000,
  share: Math.min(1, (sessions * 251) / 5000),
  leftMs: 5000 - sessions * 250,
});

/** Runs the plan’s sessions, and gives what was written. */
function written(isTTY: boolean, between: readonly RunEvent[] = []): string[] {
  const texts: string[] = [];
  const terminal = { isTTY, write: (text: string) => texts.push(text) };
  const report = progressReport(() => 0, terminal);
  for (let done = 0; done < SESSIONS; done += 1) {
    if (done === 3) between.forEach(report);
    report({ type: 'progress', progress: after(done + 1) });
  }
  report({ type: 'ended', end: { kind: 'complete', why: 'time' } });
  return texts;
}

describe('progress', () => {
  it('is a line for each tenth in a log, with what is discarded and the time left', () => {
    const lines = written(false);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('0 s of 5 s, 1 session, about 5 s left\n');
    expect(lines[1]).toBe('1 s of 5 s, 3 sessions, 1 turn discarded, about 4 s left\n');
    expect(lines.at(-1)).toMatch(/^5 s of 5 s, 19 sessions, 1 turn discarded/);
  });

  it('is a line after half a minute at the latest in a log, however long a run pauses', () => {
    const lines: string[] = [];
    let now = 0;
    const terminal = { write: (text: string) => lines.push(text) };
    const report = progressReport(() => now, terminal);
    for (; now < 100_000; now += 1000) report({ type: 'progress', progress: after(0) });
    expect(lines).toEqual(Array(4).fill('0 s of 5 s, 0 sessions, about 5 s left\n'));
  });

  it('says why the run stands still, and what is left out', () => {
    const lines = written(false, [
      { type: 'waiting', for: 'bench', progress: after(3) },
      { type: 'left-out', arm: 'plain', workload: 'calls', why: 'refused', progress: after(3) },
    ]);
    expect(lines).toHaveLength(12);
    expect(lines.slice(2, 4)).toEqual([
      'The bench does not answer: asking it again …\n',
      'plain is left out of calls from now on: refused.\n',
    ]);
  });

  it('is one line that is drawn over on a terminal', () => {
    const drawn = written(true).filter((text) => text.startsWith('\r'));
    expect(drawn).toHaveLength(SESSIONS);
    expect(drawn[9]).toMatch(/^\r3 s of 5 s, 10 sessions, 1 turn discarded, .*\x1b\[K$/);
  });
});
