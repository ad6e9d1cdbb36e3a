import { describe, expect, it } from 'vitest';
import { normal, seeded } from '../../core/plan/index.ts';
import { CONTROL, type SessionRecord, type Turn } from '../../core/record/index.ts';
import type { End } from '../../core/run/index.ts';
import type { MeasuredResult } from '../../results/result.ts';
import { madeUpSessions, pairs, withArms } from '../../core/testing/fixture.ts';
import { reportText, reportOf } from './report.ts';

const complete: End = { kind: 'complete', why: 'rounds' };
const SUBJECT = 'lumenize/hibernating';
const times: Record<string, number> = {
  'raw-websocket/in-memory': 500,
  'capnweb/in-memory': 1000,
  [SUBJECT]: 1500,
  [CONTROL]: 1000,
};

type Made = number[] | Partial<Turn>;

/** Fifteen sessions of two rounds of one write. */
function record(
  turn: (made: number[], of: { arm: string; session: number; round: number }) => Made = (same) =>
    same,
  change: Partial<Parameters<typeof madeUpSessions>[0]> = {},
): SessionRecord {
  const random = seeded(3);
  const made = madeUpSessions({
    arms: Object.keys(times),
    workloads: ['increment'],
    sessions: 15,
    rounds: 2,
    ...change,
    turn: ({ arm, ...rest }) =>
      turn(
        Array.from({ length: 10 }, () =>
          Math.round((times[arm] ?? 1000) * Math.exp(0.01 * normal(random))),
        ),
        { arm, ...rest },
      ),
  });
  return { ...made, study: 'lumenize-vs-capnweb' };
}

/** In the second round of the fifth session the plain WebSocket loses its connection. */
const lossy = record((same, { arm, session, round }) =>
  session === 4 && round === 1 && arm.startsWith('raw')
    ? { samplesUs: [], discardedBecause: 'closed', detail: 'the socket closed' }
    : same,
);
const textOf = (of: SessionRecord, end: End = complete) => reportText(reportOf(of, end));

describe('a report', () => {
  it('says what to do where a run was too short for an interval, and nothing of it elsewhere', () => {
    const longer = 'too few sessions for a 95 % CI. A longer run has more: --time <seconds>.';
    expect(textOf(record(undefined, { sessions: 2 }))).toContain(longer);
    expect(textOf(record())).not.toContain(longer);
  });

  it('says where a library has a server of its own, and that nothing was taken of a run', () => {
    const made = record();
    const arms = [{ name: 'a', label: 'A' }];
    const named = { id: 'own', label: 'Own', versions: {}, digest: '0'.repeat(64), arms };
    const own = { ...named, served: 'elsewhere' as const };
    const at = (origin: string) => ({
      ...made,
      environment: { ...made.environment, outside: [{ ...own, origin }] },
    });
    const told =
      /Own answers from its own server at http:\/\/localhost:3000\. .* in the storage of/;
    expect(textOf(at('http://localhost:3000'))).toMatch(told);
    // Servers of gRPC stand beside others of their kind.
    expect(textOf(at('127.0.0.1:50051'))).not.toContain('answers from its own server');
    const { failures } = reportOf(record(undefined, { sessions: 0 }), complete);
    expect(failures).toEqual(['No turn counted: the run ended before the first.']);
  });

  it('has each library with its time, its ratios and its verdict', () => {
    const text = textOf(lossy);
    expect(text).toMatch(/\nOne write\nLibrary +Time \(ms\) +vs plain +vs Cap’n Web +Verdict/);
    expect(text).toMatch(
      /\nLumenize RPC +1\.50 +3\.00× +1\.50× \(1\.\d\d–1\.\d\d\) +slower by 10 % or more\n/,
    );
    expect(text).toMatch(
      /\nPlain WebSocket, +0\.50 +1\.00× +0\.50× \(.*\) +faster by 10 % or more\n/,
    );
    const [, table = ''] = /\n\n([^]*?)\n {2}A\/A/.exec(text) ?? [];
    expect(table.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(text).toMatch(/ {2}A\/A control: 1\.00× \(\S+–\S+\)\.\n/);
    expect(text).toContain('1 turn discarded: connection lost (the socket closed).');
    expect(text).toContain('Server: workerd on one machine');
  });

  it('gives no verdict on a run that was stopped by hand', () => {
    const text = textOf({ ...record(), partial: true }, { kind: 'cancelled' });
    expect(text).toContain('A run that is stopped by hand gives no verdicts.');
    expect(text).not.toMatch(/slower|Verdict {2}/);
  });

  it('gives no verdict where conditions differ, and names both configurations', () => {
    const made = record();
    const deflate = (arm: string) => ({ extensions: arm === SUBJECT ? 'permessage-deflate' : '' });
    const report = reportOf(withArms(made, deflate), complete);
    const notice = expect.stringMatching(
      /^Compression: permessage-deflate \(Lumenize.*\), none \(Cap’n Web\)\. No verdict is given\.$/,
    ) as string;
    expect(report.notices).toEqual([notice]);
    const text = reportText(report);
    expect(text).toMatch(/Lumenize RPC +1\.\d+ .* 1\.\d\d× \(.*\) +none: conditions differ\n/);
    expect(text).toMatch(/Odd about this run:\n {2}Compression: /);
    const toPlain = { ...made, plan: { ...made.plan, reference: 'raw-websocket/in-memory' } };
    const once = reportText(reportOf(withArms(toPlain, deflate), complete));
    expect(once.match(/No verdict is given/g)).toHaveLength(1);
    const { notices, result } = report.document as { notices: string[]; result: MeasuredResult };
    expect(notices).toEqual([notice]);
    const own = result.rows.find(({ arm }) => arm === SUBJECT);
    expect(own).toMatchObject({ conditions: [{ name: 'compression' }], time: {}, ratios: {} });
    expect(own?.ratios['capnweb/in-memory']?.class).toBeUndefined();
    expect(reportOf(made, complete).notices).toEqual([]);
  });

  it('says what failed and what cannot be done', () => {
    const stalled = record((same, { arm }) =>
      arm === SUBJECT
        ? { samplesUs: [], discardedBecause: 'stalled', detail: 'a turn: no answer' }
        : same,
    );
    expect(textOf(stalled)).toMatch(
      /not measured.*\n.*\n {2}hibernating,\n {2}0 of 30\n {2}turns\n/,
    );
    expect(textOf(stalled)).toMatch(/: stalled in 15 of 15 sessions: no answer\.\n/);
    const reason = 'It has no such call.';
    const plan = { cannot: [{ arm: SUBJECT, workload: 'increment', reason }] };
    expect(textOf(record(undefined, { plan }))).toMatch(/cannot\n[^]*: cannot do this\. It has no/);
  });

  it('is one document, its rows those of the site', () => {
    const { document } = reportOf(lossy, complete);
    expect(document).toMatchObject({
      version: 2,
      ok: true,
      ended: 'rounds',
      result: {
        kind: 'measured',
        study: 'lumenize-vs-capnweb',
        rounds: 30,
        discarded: [{ arm: 'raw-websocket/in-memory', reason: 'closed', turns: 1 }],
      },
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

it.each([
  ['connect', 'bench', 'refused', 'has no wrangler.jsonc, so it was called at the bench'],
  ['error', 'beside', 'a turn: counter.getValue is not a function', 'ROUNDTRIP_VERBOSE=1 shows'],
] as const)(
  'names what of a library from outside nothing counted: %s of one served %s',
  (reason, served, detail, hint) => {
    const ARM = 'outside:pairs/hibernating';
    const made = record(
      (same, { arm }) => (arm === ARM ? { samplesUs: [], discardedBecause: reason, detail } : same),
      { arms: [...Object.keys(times), ARM] },
    );
    const environment = { ...made.environment, outside: [{ ...pairs, served }] };
    const { failures, document } = reportOf({ ...made, environment }, complete);
    expect(failures).toEqual([expect.stringContaining('nothing counted of increment: ')]);
    expect(failures[0]).toContain(hint);
    expect(document).toMatchObject({ ok: false });
  },
);
