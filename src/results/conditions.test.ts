import { describe, expect, it } from 'vitest';
import { CONTROL, type SessionRecord } from '../core/record/index.ts';
import { type Cell, cellsOf } from '../core/statistics/index.ts';
import { madeUpSessions, pairs, withArms } from '../core/testing/fixture.ts';
import { findOutline } from '../libraries/studies/outlines.ts';
import { conditionNotices, differencesBetween, differingConditions } from './conditions.ts';
import { libraryOf } from './names.ts';
import { ratioBetween } from './pairs.ts';
import type { Condition } from './result.ts';
import { resultOf } from './rows-of.ts';

const STUDY = 'lumenize-vs-capnweb';
const PLAIN = 'raw-websocket/in-memory';
const REFERENCE = 'capnweb/in-memory';
const SUBJECT = 'lumenize/hibernating';
const times: Record<string, number> = { [PLAIN]: 500, [SUBJECT]: 1500 };

type Arm = SessionRecord['sessions'][number]['arms'][number];

/** A run whose arms each have something of their own in each session. */
function run(
  own: (arm: string, session: number) => Partial<Arm>,
  environment: Partial<SessionRecord['environment']> = {},
) {
  const arms = [PLAIN, REFERENCE, SUBJECT, CONTROL];
  const record = madeUpSessions({
    arms,
    workloads: ['increment'],
    sessions: 15,
    rounds: 2,
    turn: ({ arm, session, round }) =>
      Array.from({ length: 10 }, (_, at) => (times[arm] ?? 1000) + session + round + at),
  });
  const result = resultOf([
    {
      ...withArms(record, own),
      study: STUDY,
      environment: { ...record.environment, ...environment },
    },
  ]);
  const study = findOutline(STUDY);
  const { rows } = result;
  const notices = conditionNotices(rows, [{ plain: REFERENCE, arms }], (arm) =>
    libraryOf(study, arm),
  );
  const reference = rows.find(({ arm }) => arm === REFERENCE);
  const classes = Object.fromEntries(
    rows.map((each) => [each.arm, reference && ratioBetween(each, reference)?.class]),
  );
  return { result, notices, classes, row: (id: string) => rows.find(({ arm }) => arm === id) };
}

type Told = NonNullable<SessionRecord['environment']['conditions']>[string];

/** A run whose environment tells this of the subject, and of the reference. */
const differing = (own: Told, its: Told = {}) =>
  run(() => ({}), { conditions: { [SUBJECT]: own, [REFERENCE]: its } });

const deflate = 'permessage-deflate; client_max_window_bits=15';
const on = (...compressed: string[]) =>
  run((arm) => ({ extensions: compressed.includes(arm) ? deflate : '' }));

it('has its classes, no notice, and rows that say nothing of conditions where these are equal', () => {
  for (const same of [on(), on(PLAIN, REFERENCE, SUBJECT, CONTROL)]) {
    const judged = { [PLAIN]: 'faster-by-margin', [SUBJECT]: 'slower-by-margin' };
    expect(same.classes).toMatchObject(judged);
    expect(same.notices).toEqual([]);
    expect(JSON.stringify(same.result.rows)).not.toContain('conditions');
  }
  // Requests have no compression.
  const none = run((arm) => ({ extensions: arm === SUBJECT ? undefined : deflate }));
  expect([none.classes[SUBJECT], none.notices]).toEqual(['slower-by-margin', []]);
});

describe('a condition that differs', () => {
  it('keeps times and ratio, and gives no class to that arm alone', () => {
    const { row, classes } = on(SUBJECT);
    const own = row(SUBJECT);
    expect(own).toMatchObject({ time: { value: expect.closeTo(1.512, 1) as number } });
    expect(own?.ratios[REFERENCE]?.value).toBeCloseTo(1.5, 1);
    expect(classes[SUBJECT]).toBeUndefined();
    expect(classes[PLAIN]).toBe('faster-by-margin');
    expect(own?.conditions).toEqual([{ name: 'compression', value: deflate }]);
  });

  it('is named with all arms on both sides, whichever of them has it', () => {
    expect(on(PLAIN).notices).toEqual([
      `Compression: ${deflate} (Plain WebSocket, in memory), none (Cap’n Web). No verdict is given.`,
    ]);
    expect(on(REFERENCE, CONTROL).notices).toEqual([
      expect.stringMatching(
        /^Compression: none \(Plain WebSocket, in memory; Lumenize.*\), permessage-deflate.* \(Cap’n Web\)\./,
      ),
    ]);
  });

  it('is one where only some sessions have it', () => {
    const sometimes = (arm: string, session: number) => arm === SUBJECT && session < 3;
    const { notices } = run((...of) => ({ extensions: sometimes(...of) ? deflate : '' }));
    expect(notices[0]).toMatch(/^Compression: in some sessions permessage-deflate/);
  });

  it.each([
    [
      'HTTP version',
      run((arm) => ({ protocol: arm === SUBJECT ? 'h2' : 'http/1.1' })),
      /: h2 \(.*\), http\/1\.1 \(Cap’n Web\)\./,
    ],
    ['Argument checks', differing({ validation: true }), /: yes \(.*\), none \(Cap’n Web\)\./],
    [
      'Runtime version',
      differing({ runtimes: { node: '24.1.0', bun: '1.4.5' } }, { runtimes: { node: '24.2.0' } }),
      /: node 24\.1\.0 \(.*\), node 24\.2\.0 \(Cap’n Web\)\./,
    ],
    [
      'Build flags',
      differing({ builds: { go: '-gcflags=-N' } }, { builds: { go: 'CGO_ENABLED=1' } }),
      /: go -gcflags=-N \(.*\), go CGO_ENABLED=1 \(Cap’n Web\)\./,
    ],
  ])('may be the %s', (title, { notices, classes }, sentence) => {
    expect(notices).toEqual([expect.stringMatching(new RegExp(`^${title}: `))]);
    expect(notices[0]).toMatch(sentence);
    expect(classes[SUBJECT]).toBeUndefined();
    expect(classes[PLAIN]).toBe('faster-by-margin');
  });

  it('is no difference where one of two does not tell it', () => {
    expect(differing({ runtimes: { bun: '1.4.5' } }).notices).toEqual([]);
  });

  it('is told by one turn of each arm, and by none that has no turn', () => {
    const told = { [SUBJECT]: { validation: true }, [REFERENCE]: {} } as const;
    const turns = { arms: [SUBJECT, REFERENCE], sessions: 1, rounds: 1, turn: () => [1000] };
    const cells = cellsOf([madeUpSessions(turns)]);
    const differing = (of: readonly Cell[]) =>
      differingConditions({ environment: { conditions: told } }, of).size;
    expect(differing(cells)).toBe(2);
    expect(differing(cells.map((cell) => ({ ...cell, units: [] })))).toBe(0);
  });
});

it('takes the proxy of a deployment for that of its own arms', () => {
  const proxy = 'http://proxy:8080';
  const outside = [{ ...pairs, served: 'elsewhere' as const, origin: 'https://a.example' }];
  const arms = [REFERENCE, 'outside:pairs/hibernating'];
  const record = madeUpSessions({ arms, sessions: 5, turn: () => [1000, 1001, 1002] });
  const { rows } = resultOf([
    {
      ...record,
      study: STUDY,
      plan: { ...record.plan, reference: REFERENCE },
      environment: { ...record.environment, proxy, outside },
    },
  ]);
  const [reference, own] = rows;
  const conditions: Condition[] = [{ name: 'proxy', value: proxy }];
  expect(reference?.conditions).toEqual(conditions);
  const differences = own && differencesBetween(own, reference);
  expect(differences).toEqual([{ name: 'proxy', value: '', to: proxy }]);
});
