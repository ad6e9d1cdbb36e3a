import { describe, expect, it } from 'vitest';
import { readRecord, type SessionRecord, writeRecord } from '../../core/record/index.ts';
import { madeUpSessions } from '../../core/testing/fixture.ts';
import { resultOf } from '../../results/rows-of.ts';
import { measured, spawnCli } from '../shared/testing/spawn-cli.ts';
import { joinLaunches } from './launches.ts';

/** A launch in which the control takes so many times the reference’s time. */
const launch = (times: number, change: Partial<SessionRecord> = {}): SessionRecord => {
  const made = madeUpSessions({
    arms: ['capnweb/in-memory', 'twin'],
    workloads: ['increment'],
    sessions: 4,
    plan: { rule: 'time', budgetMs: 24_000, rounds: undefined },
    turn: ({ arm, session, round }) => [
      Math.round(1e6 * (arm === 'twin' ? times : 1) * (1 + 0.001 * session) + round),
    ],
  });
  return { ...made, study: 'lumenize-vs-capnweb', ...change };
};

describe('joinLaunches', () => {
  const joined = joinLaunches([launch(1.1), launch(1.1), launch(1.2)], 3);

  it('makes one record, whose sessions say which launch they are of', () => {
    expect(joined).toMatchObject({
      plan: { launches: 3, budgetMs: 72_000 },
      pilots: { length: 3 },
    });
    expect(joined.sessions.map(({ launch: of, session }) => [of, session])).toEqual(
      [0, 1, 2].flatMap((of) => [0, 1, 2, 3].map((session) => [of, session])),
    );
    expect(joined.partial).toBeUndefined();
    expect(readRecord(writeRecord(joined), 'joined')).toEqual(joined);
  });

  it('has intervals across the launches, not across the sessions', () => {
    const [reference, control] = resultOf(joined).rows;
    expect(reference).toMatchObject({ sessions: 12, counted: 48 });
    const { low = 0, high = 0, ...ratio } = control?.ratios['capnweb/in-memory'] ?? {};
    expect(ratio).toMatchObject({ sessions: 12, launches: 3 });
    expect(high / low).toBeGreaterThan(1.2);
  });

  const { environment } = launch(1);
  it.each<[Partial<SessionRecord>, planned: number, object]>([
    [{}, 3, { partial: true }],
    [{ partial: true }, 2, { partial: true }],
    // Files changed between the two.
    [{ environment: { ...environment, commit: 'abc' } }, 2, { environment: { dirty: true } }],
  ])('of one launch and one with %o, %i being planned, gives %o', (change, planned, expected) => {
    expect(joinLaunches([launch(1), launch(1, change)], planned)).toMatchObject(expected);
  });
});

describe('measure --launches', () => {
  const what = ['--arms', 'twin,capnweb/in-memory', '--workloads', 'get-value'];
  const args = ['lumenize-vs-capnweb', ...what, '--launches', '3', '--out', '-', '--time'];

  it('takes each launch in processes of its own, and makes one record of them', async () => {
    const started = spawnCli('measure', [...args, '4', '--seed', '7']);
    const { code, stdout, stderr } = await started.ended;
    expect([code, stderr]).toEqual([0, expect.stringContaining('Measuring launch 3 of 3')]);
    const record = measured(stdout);
    expect(record).toMatchObject({ seed: 7, plan: { rule: 'time', budgetMs: 3000, launches: 3 } });
    expect(new Set(record.sessions.map((session) => session.launch))).toEqual(new Set([0, 1, 2]));
  });

  it('keeps what is complete when Ctrl-C is pressed', async () => {
    const { child, says, ended } = spawnCli('measure', [...args, '900']);
    await says(/[1-9]\d* session/);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining('Partial record written')]);
    expect(measured(stdout)).toMatchObject({ partial: true, plan: { launches: 3 } });
  });
});
