/** The result that answers a question. The file of a study chooses it, and every page shows that one. */
import { type StudyOutline, withOutsideOf } from '../core/plan/index.ts';
import { findOutline } from '../libraries/studies/outlines.ts';
import { clientName, operationOf, roundTripName } from './names.ts';
import { capitalized } from './numbers/format.ts';
import { ratioBetween } from './pairs.ts';
import type { Quantity } from './numbers/quantity.ts';
import type { MeasuredResult, Ratio, Row } from './result.ts';

/** One operation of a study, from one client, over one distance. */
export interface Question {
  study: string;
  workload: string;
  client: Row['client'];
  roundTripMs: number;
}

/** The result that answers a question, with its rows of that operation. */
export interface Answer extends Question {
  result: MeasuredResult;
  /** Results that have added rows: `otherRun` is their id. */
  others: readonly MeasuredResult[];
  rows: readonly Row[];
  /** Arms that the study's own table shows. */
  arms: readonly string[];
}

/** One line of a study's file: a record, and the operations for which it is the answer. */
export interface ChosenRecord {
  record: string;
  workloads: readonly string[];
  /** Records that add arms which that one lacks. */
  also: readonly string[];
  /** Arms that the study's own table shows; all of them unless given. */
  arms?: readonly string[];
}

/**
 * The answers of a study in the order of its file; the first is the one it leads with.
 *
 * @param find reads a result by its id
 * @throws Error for a record that gives no answer, and where two records answer one question
 */
export async function answersOf(
  study: string,
  chosen: readonly ChosenRecord[],
  find: (id: string) => Promise<MeasuredResult>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { record, workloads, also, arms } of chosen) {
    const result = await find(record);
    const others = await Promise.all(also.map(find));
    for (const workload of workloads) {
      const rows = rowsOf(study, workload, result, others);
      const [{ client, place }] = rows;
      const at = { workload, client, roundTripMs: place.roundTripMs };
      const other = findAnswer(answers, at);
      if (other !== undefined) {
        throw new Error(
          `content/studies/${study}.mdx answers: got ${other.result.id} and ${result.id} for ` +
            `"${workload}" from one client over one distance, expected one record`,
        );
      }
      const own = arms ?? [...new Set(rows.map(({ arm }) => arm))];
      answers.push({ study, ...at, result, others, rows, arms: own });
    }
  }
  return answers;
}

/** The rows of one operation, with those of other runs whose arms the result lacks. */
function rowsOf(
  study: string,
  workload: string,
  result: MeasuredResult,
  others: readonly MeasuredResult[],
): [Row, ...Row[]] {
  const rows = result.rows.filter((row) => row.workload === workload);
  const [first, ...more] = rows;
  if (first === undefined || result.partial) {
    const expected = result.plan.workloads.join(', ');
    throw new Error(
      `content/studies/${study}.mdx answers: got "${workload}" of ${result.id}, expected a whole run and one of ${expected}`,
    );
  }
  const known = new Set(rows.map(({ arm }) => arm));
  const added = others.flatMap((other) => rowsToAdd(other, workload, rows));
  return [first, ...more, ...added.filter(({ arm }) => !known.has(arm))];
}

/**
 * Rows of another plan with all their ratios: the plain way of that plan stands in no table beside them. If both plans
 * have the plain way, each time is the ratio to it, multiplied by its time in the plan of the table. So no time and
 * ratio of one table disagree.
 */
function rowsToAdd(result: MeasuredResult, workload: string, shown: readonly Row[]): Row[] {
  const rows = result.rows.filter((row) => row.workload === workload);
  const { baseline, plain = baseline } = findOutline(result.study);
  const timeOf = (arm: string | undefined, among: readonly Row[]) =>
    among.find((row) => row.arm === arm)?.time?.value;
  const [factor = 1] = [plain, result.plan.reference].flatMap((arm) => {
    const [own, other] = [timeOf(arm, shown), timeOf(arm, rows)];
    return own === undefined || other === undefined ? [] : own / other;
  });
  return rows.map((row) => {
    const ratios: Record<string, Ratio> = {};
    for (const to of rows) {
      const ratio = row === to ? undefined : ratioBetween(row, to);
      if (ratio !== undefined) ratios[to.arm] = ratio;
    }
    return {
      ...row,
      time: row.time && times(row.time, factor),
      rate: row.rate && times(row.rate, 1 / factor),
      data: row.data && times(row.data, 1 / factor),
      ratios,
      otherRun: result.id,
    };
  });
}

const times = ({ value, unit, from }: Quantity, factor: number): Quantity => ({
  value: value * factor,
  unit,
  from,
});

/** The answer to a question; undefined where no record was chosen for it. */
export function findAnswer(
  answers: readonly Answer[],
  { workload, client, roundTripMs }: Omit<Question, 'study'>,
): Answer | undefined {
  return answers.find(
    (each) =>
      each.workload === workload && each.client === client && each.roundTripMs === roundTripMs,
  );
}

/** A study with the libraries that the records of its answers brought from outside. */
export function outlineFor(study: string, answers: readonly Answer[]): StudyOutline {
  const environments = answers.map(({ result }) => result.environment);
  return withOutsideOf(findOutline(study), environments);
}

interface Choice {
  value: string;
  label: string;
}

/** A switch over tables: what it chooses, and its choices, the first of which is on. */
export interface Switch {
  id: string;
  label: string;
  choices: Choice[];
}

/** The switches in the order in which the answers name their choices. */
export function switchesOf(
  study: Pick<StudyOutline, 'workloads' | 'maker'>,
  answers: readonly Answer[],
): Switch[] {
  const choices = (of: (answer: Answer) => [value: string, label: string]): Choice[] =>
    [...new Map(answers.map(of))].map(([value, label]) => ({ value, label: capitalized(label) }));
  const operations = choices(({ workload }) => [workload, operationOf(study, workload)]);
  const distances = choices((answer) => [String(answer.roundTripMs), roundTripName(answer)]);
  const clients = choices(({ client, result }) => [
    client,
    clientName(client, result.environment.setting).replace(/^an? /, ''),
  ]);
  return [
    { id: 'operation', label: 'Operation', choices: operations },
    { id: 'distance', label: 'Round trip', choices: distances },
    { id: 'from', label: 'From', choices: clients },
  ];
}
