import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { entryIds, readEntry } from '../cli/claims/read.ts';
import { withOutsideOf } from '../harness/plan/index.ts';
import { type MeasuredRecord, readRecord } from '../harness/record/index.ts';
import { analyse, attachAnalysis, olderAnalysisFile } from '../harness/statistics/index.ts';
import { findingOf } from '../report/finding.ts';
import { type Chosen, headlineGroup, headlineOfFinding } from '../report/headline.ts';
import { spaced } from '../report/table.ts';
import { outlines } from '../studies/outlines.ts';
import { clientName } from './runs.ts';

interface Study {
  answers: Array<Chosen & { entry: string; record: number }>;
  declined?: Array<{ entry: string; why: string }>;
  openQuestions?: Array<{ answer?: string; answered?: string }>;
}

const root = process.cwd();
async function find(id: string) {
  const path = `content/records/${id}.json`;
  const record = readRecord(readFileSync(path, 'utf8'), path);
  if ('blocks' in record) attachAnalysis(record, readFileSync(olderAnalysisFile(id), 'utf8'));
  return record;
}

function studyFile(id: string): Study {
  const text = readFileSync(`content/studies/${id}.mdx`, 'utf8');
  return parse(text.split('---')[1] ?? '') as Study;
}

/** The id of the record that a line is from. */
async function recordOf({ entry, record }: Study['answers'][number]): Promise<string> {
  return (await readEntry(root, entry)).records[record - 1] ?? `${entry} record ${record}`;
}

async function measured(id: string): Promise<MeasuredRecord | undefined> {
  const record = await find(id);
  return record?.kind === 'measured' ? record : undefined;
}

/** The measured records of a study by their entries. */
async function recordsOf(study: string) {
  const ids = (await entryIds(root)).filter((id) => id.startsWith(`${study}/`));
  const entries = await Promise.all(
    ids.map(async (entry) => {
      const { records } = await readEntry(root, entry);
      const found = await Promise.all(records.map(measured));
      return found.flatMap((record, at) => (record ? [{ entry, id: records[at], record }] : []));
    }),
  );
  return entries.flat();
}

const whereOf = ({ environment: { setting, network, runtime } }: MeasuredRecord) =>
  [setting, network?.roundTripMs, clientName(runtime)].join(' ');

describe.each(outlines.map(({ id }) => id))('the answer of %s', (id) => {
  const { answers, declined = [], openQuestions = [] } = studyFile(id);

  it('leaves at most five questions open', () => {
    const open = openQuestions.filter(({ answer, answered }) => !answer && !answered);
    expect(open.length).toBeLessThanOrEqual(5);
  });

  it('looks at every newer entry that measured the same contestants in the same place', async () => {
    const records = await recordsOf(id);
    const chosen = new Set(answers.map(({ entry }) => entry));
    const names = await Promise.all(answers.map(recordOf));
    const newer = answers.flatMap(({ workload, arms }, at) => {
      const own = records.find((each) => each.id === names[at])?.record;
      if (own === undefined) return [];
      return records.filter(({ record }) => {
        const { plan, startedAt } = record;
        const shared = plan.arms.filter((arm) => Object.hasOwn(arms, arm));
        const isSame = plan.workloads.includes(workload) && whereOf(record) === whereOf(own);
        return isSame && shared.length > 1 && startedAt > own.startedAt;
      });
    });
    const open = new Set(newer.map(({ entry }) => entry).filter((entry) => !chosen.has(entry)));
    expect([...open].sort()).toEqual(declined.map(({ entry }) => entry).sort());
  });

  it('has a time with its unit in each line, and names what ran', async () => {
    expect(answers.length).toBeLessThanOrEqual(4);
    for (const chosen of answers) {
      const record = await measured(await recordOf(chosen));
      const study = withOutsideOf(
        outlines.find((each) => each.id === id)!,
        [record!.environment],
      );
      const finding = findingOf(record!, analyse(record!, study), 'complete');
      const { rows } = headlineGroup(study, chosen, finding);
      const times = rows.map(({ times: [time] }) => time?.ms ?? 0);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const line = spaced(headlineOfFinding(study, chosen, finding));
      expect(line).toMatch(/\d ms/);
      expect(line).not.toContain('(from outside)');
    }
  });
});
