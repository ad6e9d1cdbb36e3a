/** What formulas and elements read of results measured here: paired ratios with their intervals, frames, memory. */
import { ratioBetween } from '../results/pairs.ts';
import { resultFile } from '../results/file.ts';
import type { MeasuredResult, Ratio } from '../results/result.ts';
import { answeredCalls } from '../studies/call-delay/queue.ts';
import { findMeasured, type Named, rowIn, type Scope, show, text } from './scope.ts';

/** A paired ratio whose interval is known. */
type WholeRatio = Ratio & Required<Pick<Ratio, 'low' | 'high'>>;

/**
 * The time of one arm ÷ that of another, paired by rounds.
 *
 * @throws Error naming the file of the result and what it lacks, where there is no interval as well
 */
export function pairIn(
  result: Named<MeasuredResult>,
  { of, to, workload }: Readonly<Record<'of' | 'to' | 'workload', string>>,
): WholeRatio {
  const row = rowIn(result, of, workload);
  const ratio = ratioBetween(row, rowIn(result, to, workload));
  const file = resultFile(result.id);
  if (!ratio) {
    throw new Error(
      `got no rounds with both "${of}" and "${to}" under "${workload}" in ${file}, expected some`,
    );
  }
  const { low, high, sessions } = ratio;
  if (low === undefined || high === undefined) {
    throw new Error(
      `got ${sessions} sessions of "${of}" under "${workload}" in ${file}, expected enough for an interval`,
    );
  }
  return { ...ratio, low, high };
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
  const paired =
    (end: 'value' | 'low' | 'high') =>
    async (of: unknown, to: unknown, workload: unknown, record?: unknown) => {
      const pairs = several(of).flatMap((of) =>
        several(to).flatMap((to) =>
          several(workload).flatMap((workload) =>
            several(record).map((name) => ({ of, to, workload, name })),
          ),
        ),
      );
      const found = await Promise.all(
        pairs.map(async ({ of, to, workload, name }) =>
          pairIn(await findMeasured(scope, name), {
            of: text('an arm', of),
            to: text('an arm', to),
            workload: text('a workload', workload),
          }),
        ),
      );
      return oneOrList(found.map((pair) => pair[end]));
    };

  /** What turns of an arm that count read, in their order. */
  async function readings(
    name: string,
    arm: unknown,
    workload: string | undefined,
    record: unknown,
  ): Promise<number[]> {
    const { rows } = await findMeasured(scope, record);
    const found = rows
      .filter((row) => row.arm === arm && row.workload === (workload ?? row.workload))
      .flatMap((row) => row.readings?.[name] ?? []);
    if (found.length > 0) return found;
    throw new Error(`got no reading ${show(name)} of ${show(arm)}, expected some`);
  }

  return {
    paired: paired('value'),
    from: paired('low'),
    upTo: paired('high'),

    arms: async (record: unknown) => [...(await findMeasured(scope, record)).plan.arms],
    workloads: async (record: unknown) => [...(await findMeasured(scope, record)).plan.workloads],

    frames: async (way: unknown, arm: unknown, workload: unknown, record: unknown) => {
      const { rows } = await findMeasured(scope, record);
      const found = rows.find((row) => row.arm === arm && row.workload === workload);
      if (found?.frames && (way === 'out' || way === 'in')) return found.frames[way];
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
