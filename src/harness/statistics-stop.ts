import { blocksPerRound } from './loads.ts';
import type { MeasuredRecord } from './record.ts';
import { compare, type CompareOptions, type Comparisons } from './statistics-compare.ts';
import { planLooks } from './statistics-looks.ts';
import { roundsOf } from './statistics-blocks.ts';

export interface LookOptions extends Omit<CompareOptions, 'rule'> {
  /** Time since the run started, in ms. */
  elapsedMs: number;
  /** Time after which the run ends whatever it has found, in ms. */
  maxMs: number;
}

/** What a run that goes on until it is decided should do next. */
export type Look =
  /** Nothing was looked at: a round is under way, or no look is planned yet. */
  | { type: 'not-due'; nextLook: number }
  | { type: 'go-on'; nextLook: number; comparisons: Comparisons }
  | { type: 'stop'; because: 'decided' | 'rounds' | 'time'; comparisons: Comparisons };

/**
 * Decides whether a run may stop. It may be asked after every block: between the planned looks it
 * does not look, which is what keeps the error of its verdicts bounded. It stops when every
 * subject is decided in every workload, when the plan's rounds are done, or when time is up.
 *
 * @param record the plan, whose rounds are the most that may be run, and the blocks so far
 */
export function look(
  record: Pick<MeasuredRecord, 'plan' | 'blocks'>,
  { elapsedMs, maxMs, ...options }: LookOptions,
): Look {
  const { plan, blocks } = record;
  const rounds = roundsOf(record);
  const looks = planLooks(plan.rounds);
  const nextLook = looks.find((planned) => planned > rounds) ?? plan.rounds;
  const roundEnded = blocks.length === rounds * blocksPerRound(plan);
  const timeIsUp = elapsedMs >= maxMs;
  if (!timeIsUp && !(roundEnded && looks.includes(rounds))) return { type: 'not-due', nextLook };

  const comparisons = compare(record, { ...options, rule: 'until-decided' });
  const { subjects } = comparisons;
  const decided = subjects.length > 0 && subjects.every(({ verdict }) => verdict !== 'undecided');
  if (decided) return { type: 'stop', because: 'decided', comparisons };
  if (roundEnded && rounds === plan.rounds) return { type: 'stop', because: 'rounds', comparisons };
  if (timeIsUp) return { type: 'stop', because: 'time', comparisons };
  return { type: 'go-on', nextLook, comparisons };
}
