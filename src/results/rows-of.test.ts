import { describe, expect, it } from 'vitest';
import { CONTROL, type SessionRecord } from '../core/record/index.ts';
import { madeUpSessions, type TurnMaker } from '../core/testing/fixture.ts';
import { measured } from './numbers/quantity.ts';
import { ratioBetween } from './pairs.ts';
import { PERCENTILES, percentileOf, type Row } from './result.ts';
import { resultOf } from './rows-of.ts';

const PLAIN = 'raw-websocket/in-memory';
const REFERENCE = 'capnweb/in-memory';
const SUBJECT = 'lumenize/hibernating';

type Place = Parameters<TurnMaker>[0];

/** Launches of four sessions, whose turns take so many µs. */
function launches(count: number, us: (place: Place, launch: number) => number, rounds = 4) {
  const made = Array.from({ length: count }, (_, launch): SessionRecord => ({
    ...madeUpSessions({
      arms: [PLAIN, REFERENCE, SUBJECT, CONTROL],
      workloads: ['increment'],
      sessions: 4,
      rounds,
      turn: (place) => [Math.round(us(place, launch))],
    }),
    study: 'lumenize-vs-capnweb',
  }));
  return made as [SessionRecord, ...SessionRecord[]];
}

const rowOf = (rows: readonly Row[], arm: string): Row => {
  const found = rows.find((row) => row.arm === arm);
  if (found === undefined) throw new Error(`got no row of ${arm}`);
  return found;
};

it('has percentiles of all calls together, in ms, those of enough calls', () => {
  // Calls take 0 to 100 ms, once each, over four turns.
  const made = madeUpSessions({
    arms: [REFERENCE],
    sessions: 2,
    rounds: 2,
    turn: ({ session, round }) =>
      Array.from(
        { length: session + round === 0 ? 26 : 25 },
        (_, at) => 1000 * (4 * at + 2 * session + round),
      ),
  });
  const [row] = resultOf([{ ...made, study: 'lumenize-vs-capnweb' }]).rows;
  const given = PERCENTILES.map((percent) => (percent < 95 ? percent : null));
  expect(row).toMatchObject({ samples: 101, max: 100, percentiles: given });
  expect(row && percentileOf(row, 90)).toEqual({ value: 90, unit: 'ms', from: 'measured' });
  expect(row && percentileOf(row, 95)).toBeUndefined();
});

describe('the result of launches', () => {
  const factors = [1.48, 1.5, 1.52];
  const result = resultOf(
    launches(3, ({ arm }, launch) => {
      // The control takes 4 % less in every launch: the partner is the mean of both logs.
      if (arm === CONTROL) return 1000 / 1.04;
      return 1000 * (arm === SUBJECT ? (factors[launch] ?? 0) : arm === PLAIN ? 0.5 : 1);
    }),
  );

  it('has the ratio to the mean of reference and control, with both intervals and its class', () => {
    const ratio = ratioBetween(rowOf(result.rows, SUBJECT), rowOf(result.rows, REFERENCE));
    const mean = factors.reduce((product, each) => product * each, 1) ** (1 / 3) * Math.sqrt(1.04);
    expect(ratio).toMatchObject({ launches: 3, sessions: 12, class: 'slower-by-margin' });
    expect(ratio?.value).toBeCloseTo(mean, 3);
    // t(2) = 4.303, and half of the width of the next launch’s interval is twice as large for three launches.
    const half = Math.log((ratio?.high ?? 0) / mean);
    expect(half).toBeCloseTo((4.303 * 0.01334) / Math.sqrt(3), 2);
    expect(Math.log((ratio?.next?.high ?? 0) / mean)).toBeCloseTo(2 * half, 2);
  });

  it('has one time for each row: the median of the plain way, multiplied by the ratio to it', () => {
    const [plain, subject] = [PLAIN, SUBJECT].map((arm) => rowOf(result.rows, arm));
    expect(plain?.time?.value).toBe(0.5);
    const ratio = subject && plain && ratioBetween(subject, plain);
    expect(subject?.time?.value).toBeCloseTo(0.5 * (ratio?.value ?? NaN), 6);
    expect(subject?.time).toEqual(measured(subject?.time?.value ?? NaN));
  });

  it('has times of the reference and of the control that agree with their ratios', () => {
    const [plain, reference, control] = [PLAIN, REFERENCE, CONTROL].map((arm) =>
      rowOf(result.rows, arm),
    ) as [Row, Row, Row];
    // The plain way takes half of the mean of reference and control, not half of the reference alone.
    expect(reference.time?.value).toBeCloseTo(1 / Math.sqrt(1.04), 3);
    for (const [row, to] of [
      [reference, plain],
      [control, reference],
    ] as const) {
      const quotient = (row.time?.value ?? NaN) / (to.time?.value ?? NaN);
      expect(quotient).toBeCloseTo(ratioBetween(row, to)?.value ?? NaN, 6);
    }
  });

  it('judges the control against the reference alone', () => {
    expect(rowOf(result.rows, CONTROL).control).toMatchObject({ flaw: 'differs' });
    expect(rowOf(result.rows, CONTROL).ratios[REFERENCE]?.value).toBeCloseTo(1 / 1.04, 3);
  });

  it('leaves a ratio out that changes during its launches, and says so', () => {
    const drifting = resultOf(
      launches(
        4,
        ({ arm, session, round }, launch) =>
          1000 * (arm === SUBJECT ? 2 - 0.1 * session - 0.01 * round + 0.001 * launch : 1),
        6,
      ),
    );
    const row = rowOf(drifting.rows, SUBJECT);
    expect(row.ratios[REFERENCE]).toBeUndefined();
    expect(row.withheld?.[REFERENCE]).toMatchObject({ withheld: true });
    expect(drifting.notices).toContainEqual(
      expect.objectContaining({
        name: 'drift',
        arm: SUBJECT,
        to: REFERENCE,
        workload: 'increment',
      }),
    );
    expect(rowOf(drifting.rows, PLAIN).withheld).toBeUndefined();
    // Its first quarter is the first of four sessions, and its last one the fourth.
    expect(row.drift).toBeCloseTo(1.675 / 1.975, 3);
    expect(rowOf(drifting.rows, PLAIN).drift).toBe(1);
    expect(rowOf(drifting.rows, REFERENCE).drift).toBeUndefined();
  });

  it('states a drift of the plain way by the library that changed, whatever the order of the rows', () => {
    const drifting = resultOf(
      launches(
        4,
        ({ arm, session, round }, launch) =>
          1000 *
          (arm === REFERENCE || arm === CONTROL
            ? 2 - 0.1 * session - 0.01 * round + 0.001 * launch
            : 1),
        6,
      ),
    );
    const { [PLAIN]: drift } = rowOf(drifting.rows, REFERENCE).withheld ?? {};
    // The reference became faster, so its time is less of the plain way’s in the last quarter than in the first.
    expect(drift?.value).toBeCloseTo(1.675 / 1.975, 2);
    expect(drifting.notices).toContainEqual(
      expect.objectContaining({ name: 'drift', arm: PLAIN, to: REFERENCE }),
    );
  });

  it('refuses a plan without its reference', () => {
    const [first] = launches(1, () => 1000);
    const plan = { ...first.plan, arms: [SUBJECT] };
    expect(() => resultOf([{ ...first, plan }])).toThrow(`reference is "${REFERENCE}"`);
  });
});
