/** What formulas and elements read of records measured here: paired ratios with their intervals, frames, memory. */
import type { MeasuredRecord, RoundtripRecord } from '../harness/record/index.ts';
import {
  analyse,
  FEWEST_SESSIONS,
  type Interval,
  pairedRatio,
  unitsOf,
} from '../harness/statistics/index.ts';
import { answeredCalls } from '../studies/call-delay/queue.ts';
import { findRecord, optionalRecord, type Scope, show, text } from './scope.ts';

/** Two arms under a workload of a record, and how the record is called where they stand. */
interface Pair {
  record: RoundtripRecord;
  named: string;
  of: string;
  to: string;
  workload: string;
}

interface Measured {
  estimate: number;
  interval: Interval;
}

/**
 * The time of one arm ÷ that of another, paired by rounds.
 *
 * @param field what asks for it, for errors
 * @throws Error naming the field, with the value got and expected, where there is no interval as well
 */
export function pairIn({ record, named, of, to, workload }: Pair, field: string): Measured {
  if (record.kind !== 'measured') {
    throw new Error(`${field} record: got ${named}, a ${record.kind} one, expected a measured one`);
  }
  const { arms, workloads } = record.plan;
  expectOneOf(`${field} of`, of, arms);
  expectOneOf(`${field} to`, to, arms);
  expectOneOf(`${field} workload`, workload, workloads);
  const ratio = pairedRatio(record, workload, of, to);
  if (!ratio) {
    throw new Error(
      `${field}: got no rounds with both "${of}" and "${to}" under "${workload}" in record ${named}, expected some`,
    );
  }
  const { estimate, interval, sessions } = ratio;
  if (!interval) {
    throw new Error(
      `${field}: got ${sessions} sessions of "${of}" under "${workload}" in record ${named}, expected at least ${FEWEST_SESSIONS} for an interval`,
    );
  }
  return { estimate, interval };
}

export function expectOneOf(field: string, got: string, known: readonly string[]): void {
  if (known.includes(got)) return;
  throw new Error(`${field}: got "${got}", expected one of ${known.join(', ')}`);
}

/** An argument of a formula that may be one or several. */
function several(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** One value as it is, several as a list. */
function oneOrList<Value>(values: readonly Value[]): Value | readonly Value[] {
  const [only, ...others] = values;
  return only !== undefined && others.length === 0 ? only : values;
}

/**
 * Functions of formulas, by their names without `$`. Where an argument is a list they give a list, one
 * value for each combination, for `$min`, `$max` and `$every`.
 */
export function measuredFunctions(scope: Scope) {
  const only = scope.records.length === 1 ? 1 : undefined;

  const measured = async (name: unknown = only): Promise<MeasuredRecord> => {
    const record = await findRecord(scope, optionalRecord(name));
    if (record.kind === 'measured') return record;
    throw new Error(`got a ${record.kind} record, expected a measured one`);
  };

  const paired =
    (value: (ratio: Measured) => number) =>
    async (of: unknown, to: unknown, workload: unknown, record: unknown = only) => {
      const pairs = several(of).flatMap((of) =>
        several(to).flatMap((to) =>
          several(workload).flatMap((workload) =>
            several(record).map((name) => ({ of, to, workload, name })),
          ),
        ),
      );
      const found = await Promise.all(
        pairs.map(async ({ of, to, workload, name }) => {
          const pair = {
            record: await findRecord(scope, optionalRecord(name)),
            named: show(name),
            of: text('an arm', of),
            to: text('an arm', to),
            workload: text('a workload', workload),
          };
          return pairIn(pair, 'a paired ratio');
        }),
      );
      return oneOrList(found.map(value));
    };

  /** What turns of an arm that count read, in their order. */
  async function readings(
    name: string,
    arm: unknown,
    workload: string | undefined,
    record: unknown,
  ): Promise<number[]> {
    const found = unitsOf(await measured(record)).flatMap(({ workload: own, unit }) =>
      unit.arm === arm && own === (workload ?? own) && unit.void === undefined
        ? (unit.readings?.[name] ?? [])
        : [],
    );
    if (found.length > 0) return found;
    throw new Error(`got no reading ${show(name)} of ${show(arm)}, expected some`);
  }

  return {
    paired: paired(({ estimate }) => estimate),
    from: paired(({ interval }) => interval.low),
    upTo: paired(({ interval }) => interval.high),

    arms: async (record: unknown) => [...(await measured(record)).plan.arms],
    workloads: async (record: unknown) => [...(await measured(record)).plan.workloads],

    frames: async (way: unknown, arm: unknown, workload: unknown, record: unknown) => {
      const { arms } = analyse(await measured(record), scope.study);
      const found = arms.find((each) => each.arm === arm && each.workload === workload);
      const frames = found?.framesPerOperation;
      if (frames && (way === 'out' || way === 'in')) return frames[way];
      throw new Error(
        `got no frames ${show(way)} of ${show(arm)} under ${show(workload)}, expected "out" or "in", and an arm whose turns count`,
      );
    },

    memory: async (name: unknown, arm: unknown, record: unknown) => {
      const bytes = await readings(`${text('a reading', name)}/system`, arm, undefined, record);
      return bytes.map((each) => each / 1e6);
    },

    reading: (name: unknown, arm: unknown, workload: unknown, record: unknown) =>
      readings(text('a reading', name), arm, text('a workload', workload), record),

    answered: (calls: unknown, allowed: unknown) => answeredCalls(Number(calls), Number(allowed)),
  };
}
