/** Which result answers a question: one for every page that asks it, chosen in the file of the study. */
import { ratioBetween } from './pairs.ts';
import type { MeasuredResult, Ratio, Row } from './result.ts';

/** What is asked: one operation of a study, from one client, over one distance. */
export interface Question {
  study: string;
  workload: string;
  client: Row['client'];
  roundTripMs: number;
}

/** The result that answers a question, with its rows of that operation. */
export interface Answer extends Question {
  result: MeasuredResult;
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
  arms?: readonly string[] | undefined;
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
  const lines = await Promise.all(
    chosen.map(async ({ record, workloads, also, arms }) => {
      const [result, ...others] = await Promise.all([record, ...also].map(find));
      return result === undefined
        ? []
        : workloads.map((workload) => answerOf({ study, workload, result, others, arms }));
    }),
  );
  const answers = lines.flat();
  const seen = new Map<string, Answer>();
  for (const answer of answers) {
    const key = JSON.stringify([answer.workload, answer.client, answer.roundTripMs]);
    const other = seen.get(key);
    if (other !== undefined) {
      throw new Error(
        `content/studies/${study}.mdx answers: got ${other.result.id} and ${answer.result.id} for ` +
          `"${answer.workload}" from one client over one distance, expected one record`,
      );
    }
    seen.set(key, answer);
  }
  return answers;
}

interface Line {
  study: string;
  workload: string;
  result: MeasuredResult;
  others: readonly MeasuredResult[];
  arms: readonly string[] | undefined;
}

function answerOf({ study, workload, result, others, arms }: Line): Answer {
  const rows = result.rows.filter((row) => row.workload === workload);
  const [first] = rows;
  if (first === undefined || result.partial) {
    const expected = result.plan.workloads.join(', ');
    throw new Error(
      `content/studies/${study}.mdx answers: got "${workload}" of ${result.id}, expected a whole run and one of ${expected}`,
    );
  }
  const { client, place } = first;
  const known = new Set(rows.map(({ arm }) => arm));
  const added = others.flatMap((other) =>
    rowsToAdd(other, workload).filter(({ arm }) => !known.has(arm)),
  );
  const { roundTripMs } = place;
  const all = [...rows, ...added];
  return {
    ...{ study, workload, client, roundTripMs, result, rows: all },
    arms: arms ?? [...new Set(all.map(({ arm }) => arm))],
  };
}

/** Rows of another run with all their ratios: the plain way of that run stands in no table beside them. */
function rowsToAdd(result: MeasuredResult, workload: string): Row[] {
  const rows = result.rows.filter((row) => row.workload === workload);
  return rows.map((row) => {
    const ratios: Record<string, Ratio> = {};
    for (const to of rows) {
      const ratio = row === to ? undefined : ratioBetween(row, to);
      if (ratio !== undefined) ratios[to.arm] = ratio;
    }
    return { ...row, ratios, ...(result.id !== undefined && { otherRun: result.id }) };
  });
}

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
