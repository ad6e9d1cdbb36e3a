import { describe, expect, it } from 'vitest';
import type { Turn } from '../harness/record/index.ts';
import { spaced } from './table.ts';
import { recordFor, shownOf, withoutArm } from './testing/study.ts';

/** The row of the subject. */
const ratioOf = (result: ReturnType<typeof shownOf>) => result.workloads[0]?.rows[1];

describe('resultOf', () => {
  it('states a ratio once, with its interval, and judges it', () => {
    const row = ratioOf(shownOf(recordFor(15)));
    expect(row).toMatchObject({ ratio: '1.50×', judged: 'slower', system: 'one' });
    expect(row?.ratioRange).toMatch(/^1\.\d\d–1\.5\d$/);
    expect(row?.flat?.ratio).toBeCloseTo(1.5, 2);
    expect(row?.flat?.low).toBeLessThan(row?.flat?.ratio ?? 0);
  });

  it('answers first, with the figure’s rows by their times', () => {
    const { first } = shownOf(recordFor(15));
    expect(first.answers).toHaveLength(1);
    expect(spaced(first.answers[0]?.sentence ?? '')).toMatch(
      /^From here, “4 calls \| in a row”: by hand 1\.00 ms · Other 2\.00 · One 3\.00 \(1\.50×, 1\.\d\d–1\.5\d\)\.$/,
    );
    const [group] = first.figure.groups;
    expect(group?.rows.map(({ label }) => label)).toEqual(['Raw', 'Other', 'One']);
    expect(group?.baseline).toBeCloseTo(1, 1);
  });

  it('keeps the A/A control’s word beside the workload when it did no harm', () => {
    const { warnings, workloads } = shownOf(recordFor(15));
    expect(warnings).toEqual([]);
    expect(spaced(workloads[0]?.control ?? '')).toMatch(
      /Noise alone moves a ratio by no more than \d %\.$/,
    );
  });

  it('warns first when the A/A control differs from itself', () => {
    const slow = (turn: Turn): Turn =>
      turn.arm === 'twin' ? { ...turn, samplesUs: turn.samplesUs.map((us) => 2 * us) } : turn;
    const { warnings, workloads } = shownOf(recordFor(15, slow));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('something disturbed this run');
    expect(workloads[0]?.control).toBeUndefined();
  });

  it('says so when there are too few sessions for an interval', () => {
    const result = shownOf(recordFor(2));
    expect(result.warnings[0]).toContain('Too few sessions');
    expect(ratioOf(result)).toMatchObject({ ratio: '1.50×', ratioRange: '' });
    expect(ratioOf(result)?.flat?.low).toBeUndefined();
  });

  it('gives no verdict on a run that was stopped early', () => {
    const result = shownOf(recordFor(15), { type: 'cancelled' });
    expect(spaced(result.summary)).toContain('Stopped after about 15 s of measuring');
    expect(result.caution).toContain('no verdicts');
    expect(ratioOf(result)?.judged).toBe('');
  });

  it('says why a run was lost', () => {
    const result = shownOf(recordFor(5), { type: 'lost', why: 'no answer for a minute' });
    expect(spaced(result.summary)).toBe(
      'The bench was lost after about 5 s of measuring (40 turns in 5 sessions; connecting took under 1 s of it): no answer for a minute.',
    );
    expect(result.caution).toBeUndefined();
  });

  it('names discarded turns, and counts them in their row', () => {
    const detail = 'the page was hidden during a turn';
    const hidden = (turn: Turn, session: number): Turn =>
      turn.arm === 'one/in-memory' && session === 2 && turn.round === 1
        ? { ...turn, void: 'hidden', detail }
        : turn;
    const { discarded, workloads } = shownOf(recordFor(6, hidden));
    expect(discarded.summary).toBe('1 of 48 turns discarded, and left out of every number.');
    expect(discarded.lines).toEqual([
      `Session 3, round 2, One, 4 calls | in a row: page hidden (${detail}).`,
    ]);
    expect(workloads[0]?.rows.map(({ counted }) => counted)).toEqual([
      '',
      '11 of 12 turns',
      '',
      '',
    ]);
  });

  it('names an arm that did not connect once for each session', () => {
    const made = recordFor(6);
    const sessions = made.sessions.map((session) => ({
      ...session,
      arms: session.arms.map((arm) =>
        arm.arm === 'one/in-memory'
          ? { arm: arm.arm, warmUp: 0, void: 'connect' as const, detail: 'refused' }
          : arm,
      ),
      turns: session.turns.filter(({ arm }) => arm !== 'one/in-memory'),
    }));
    const result = shownOf({ ...made, sessions });
    expect(result.discarded.summary).toBe('6 of 42 turns discarded, and left out of every number.');
    expect(result.discarded.lines[5]).toBe(
      'Session 6, all rounds, One, 4 calls | in a row: did not connect (refused).',
    );
    expect(ratioOf(result)?.ratio).toBe('–');
    expect(result.workloads[0]?.rows[1]).toMatchObject({
      median: 'did not connect',
      range: '',
      p99: '–',
    });
    expect(result.first.answers).toEqual([]);
  });

  it('formats a row with units and equal decimals', () => {
    const rows = shownOf(recordFor(15)).workloads[0]?.rows ?? [];
    for (const { median } of rows) expect(spaced(median)).toMatch(/^\d\.\d\d\d? ms$/);
    expect(new Set(rows.map(({ median }) => median.length)).size).toBe(1);
    expect(spaced(rows[1]?.bytes ?? '')).toBe('100 / 40 B');
    expect(rows[1]?.frames).toBe('1 / 1');
    // Connections of a session open together: no time of one of them is told.
    expect(rows[1]?.connect).toBeUndefined();
  });

  it('tells where it ran', () => {
    const { facts } = shownOf(recordFor(5));
    const terms = Object.fromEntries(facts.map(({ term, value }) => [term, spaced(value)]));
    expect(terms).toMatchObject({
      Server: 'workerd on a local machine, http://localhost:8788',
      'Step of the clock': '5 µs',
      Started: '2026-11-21 14:22:09 UTC',
      'Commit of the Workers': '0123456789, with changes that were not committed',
      'Socket extensions': 'permessage-deflate',
    });
    expect(terms).not.toHaveProperty('Network');
  });

  it('tells how busy the client was, by the median over sessions', () => {
    const made = recordFor(3);
    const loads = [{ idle: 0.5, system: 0.2 }, { idle: 0.9, system: 0.3 }, { idle: 0.7 }];
    const sessions = made.sessions.map((each, at) => ({ ...each, load: loads[at] }));
    const busy = ({ facts }: ReturnType<typeof shownOf>) =>
      facts.find(({ term }) => term === 'How busy')?.value;
    expect(spaced(busy(shownOf({ ...made, sessions })) ?? '')).toBe(
      'client idle 70 % of the time, 25 % of all processors in use',
    );
    expect(busy(shownOf(made))).toBeUndefined();
  });

  it('tells since when operations are timed, where that is not since the call', () => {
    const made = recordFor(3);
    const [workload = ''] = made.plan.workloads;
    const timed = (loads: typeof made.plan.loads) =>
      shownOf({ ...made, plan: { ...made.plan, ...(loads && { loads }) } }).facts.find(
        ({ term }) => term === 'Timed',
      )?.value;
    const text =
      'from the server’s first frame of an operation, so without the way of the question';
    expect(timed({ [workload]: { fromMarker: true } })).toBe(
      made.plan.workloads.length === 1 ? text : `${workload}: ${text}`,
    );
    expect(timed({ [workload]: { callsPerOperation: 2 } })).toBeUndefined();
  });

  it.each([
    [2, 'a delaying proxy, 25 ms there and back, jitter of 2 ms on average'],
    [0, 'a delaying proxy, 25 ms there and back, no jitter'],
  ])('tells of a simulated network with a jitter of %d ms', (jitterMs, text) => {
    const made = recordFor(5);
    const environment = { ...made.environment, network: { roundTripMs: 25, jitterMs } };
    const { facts } = shownOf({ ...made, environment });
    const fact = facts.find(({ term }) => term === 'Network');
    expect(spaced(fact?.value ?? '')).toBe(text);
  });

  it('shows an arm that cannot do the workload with its reason, and no row', () => {
    const made = withoutArm(recordFor(6), 'raw/in-memory', 'It has no types.');
    const { workloads, discarded, summary } = shownOf(made);
    expect(workloads[0]?.lacks).toEqual([
      {
        arm: 'raw/in-memory',
        label: 'Raw',
        spoken: 'Raw',
        system: 'raw',
        reason: 'It has no types.',
      },
    ]);
    expect(workloads[0]?.rows.map(({ label }) => label)).toEqual([
      'One',
      'Other',
      'Other, A/A control',
    ]);
    expect(discarded.summary).toBe('All 36 turns counted.');
    expect(summary).toContain('(36 turns in 6 sessions; ');
  });

  it('shows round trips, and what only some workloads have', () => {
    const made = recordFor(6);
    expect(shownOf(made).workloads[0]?.rows[0]).toMatchObject({ roundTrips: '1', detail: '' });
    const loads = { work: { callsPerOperation: 10, bytesPerOperation: 1_000_000 } };
    const row = shownOf({ ...made, plan: { ...made.plan, loads } }).workloads[0]?.rows[1];
    expect(spaced(row?.detail ?? '')).toMatch(/^0\.30\d ms per call, 33\d MB\/s$/);
  });
});
