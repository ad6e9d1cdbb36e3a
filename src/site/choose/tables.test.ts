import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Answer, answersOf, type ChosenRecord, outlineFor } from '../../results/answer.ts';
import { readResult } from '../../results/file.ts';
import type { MeasuredResult } from '../../results/result.ts';
import { groupsOf } from '../../libraries/studies/groups.ts';
import { outlines } from '../../libraries/studies/outlines.ts';
import { libraryTable } from '../../results/tables/library-table.ts';
import { timesIn, libraryTimesTable } from '../../results/tables/systems.ts';
import { type Cell, quantitiesOf, rowsIn, type Table } from '../../results/tables/table.ts';
import { toCsv } from '../../results/tables/text.ts';
import { cases, type Case, type CasePanel } from './cases.ts';
import { allRows, casePanels } from './tables.ts';

const root = new URL('../../../', import.meta.url);
const answers = new Map<string, readonly Answer[]>();
const panels = new Map<string, CasePanel[]>();

/** The answers of a study as its file chooses them. */
async function readAnswers(file: string): Promise<Answer[]> {
  const text = readFileSync(new URL(`content/studies/${file}`, root), 'utf8');
  const [, head = ''] = text.split('---\n');
  const { answering } = parse(head) as { answering: Array<Partial<ChosenRecord>> };
  const chosen = answering.map((line) => ({ also: [], ...line }) as ChosenRecord);
  return answersOf(file.replace('.mdx', ''), chosen, async (id) => {
    return readResult(root, id) as MeasuredResult;
  });
}

beforeAll(async () => {
  for (const file of readdirSync(new URL('content/studies/', root))) {
    answers.set(file.replace('.mdx', ''), await readAnswers(file));
  }
  const sources = {
    answers: (study: string) => answers.get(study) ?? [],
    notes: new Map<string, object>(),
  };
  for (const own of cases) panels.set(own.id, casePanels(own, sources));
});

const panelsIn = ({ id }: Case): CasePanel[] => panels.get(id) ?? [];

function cellOf(table: Table, row: string, column: string): Cell | undefined {
  const at = table.columns.findIndex(({ id }) => id === column);
  return rowsIn(table).find(({ id }) => id === row)?.cells[at];
}

/** The table of an answer as home, a study and a frame show it. */
function answerTable({ study: id, rows, arms, result, workload }: Answer): Table {
  const study = outlineFor(id, answers.get(id) ?? []);
  return libraryTable({
    caption: workload,
    published: rows,
    groups: groupsOf(study, arms, result.environment.accept),
    library: (arm) => ({ label: arm, system: arm }),
  });
}

describe.each(cases)('$label', (own) => {
  it('has the time and the ratio of home, of its study and of a frame in every line', () => {
    let compared = 0;
    for (const { lines, side, roundTripMs, workload, study } of panelsIn(own)) {
      const answer = answers
        .get(study)
        ?.find(
          (each) =>
            each.workload === workload &&
            each.client === side.client &&
            each.roundTripMs === roundTripMs,
        );
      if (answer === undefined) continue;
      const shown = answerTable(answer);
      for (const { shown: line } of lines) {
        if (line === undefined || !answer.arms.includes(line.arm)) continue;
        const { arm, time, ratio } = line;
        const where = `${arm}, ${side.id}, ${roundTripMs}, ${workload}`;
        expect(quantitiesOf(time), where).toEqual(quantitiesOf(cellOf(shown, arm, 'time')));
        compared += quantitiesOf(time).length;
        // A case may compare with another plain way than that of the study.
        if (side.plain !== undefined) continue;
        const [there] = quantitiesOf(cellOf(shown, arm, 'ratio'));
        expect(ratio?.value, where).toBe(there?.value);
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('never has a time and a ratio that disagree', () => {
    for (const { lines, groups, workload } of panelsIn(own)) {
      if (workload !== own.operations[0]?.workload) continue;
      for (const { plain, over } of groups) {
        const [least] = quantitiesOf(lines.find(({ shown }) => shown?.arm === plain)?.shown?.time);
        for (const { id, shown, over: own } of lines) {
          const { ratio } = shown ?? {};
          const [time] = quantitiesOf(shown?.time);
          if (over !== own || least === undefined || time === undefined || !ratio) continue;
          const apart = Math.log(time.value / least.value / ratio.value);
          expect(Math.abs(apart), id).toBeLessThan(0.02);
        }
      }
    }
  });

  it('has a panel for each operation, client and distance that its study answers', () => {
    const clients = new Set(own.sides.map(({ client }) => client));
    const asked = own.operations.flatMap(({ workload, other }) =>
      (answers.get(other?.study ?? own.study) ?? []).filter(
        (each) =>
          each.workload === workload &&
          clients.has(each.client) &&
          own.distances.includes(each.roundTripMs),
      ),
    );
    const shown = panelsIn(own).map(
      ({ workload, side, roundTripMs }) => `${workload} ${side.client} ${roundTripMs}`,
    );
    expect(new Set(shown).size).toBe(asked.length);
  });

  it('has every line of every panel in its CSV, by ids in ASCII under one head', () => {
    const all = panelsIn(own);
    const csv = toCsv(allRows(own, all));
    const [head, ...lines] = csv.trim().split('\n');
    expect(head).toMatch(
      /^operation,from,round_trip_ms,configuration,.*ratio,ratio_low,ratio_high/,
    );
    expect(lines).toHaveLength(all.flatMap((panel) => panel.lines).length);
    expect(csv).toMatch(/^[\n\x20-\x7e]*$/);
  });
});

describe.each(outlines)('$id', ({ id }) => {
  it('has the times and ratios of its own table on the pages of libraries', () => {
    const times = timesIn(id, id, answers.get(id) ?? []);
    const shown = libraryTimesTable(id, times);
    const at = (label: string): number => shown.columns.findIndex((each) => each.label === label);
    let compared = 0;
    for (const [place, { answer, row, plain }] of times.entries()) {
      if (!answer.arms.includes(row.arm)) continue;
      const table = answerTable(answer);
      const cells = rowsIn(shown)[place]?.cells ?? [];
      const where = `${row.arm}, ${answer.workload}`;
      const time = quantitiesOf(cells[at('Time')]);
      expect(time, where).toEqual(quantitiesOf(cellOf(table, row.arm, 'time')));
      compared += time.length;
      if (row === plain) continue;
      const [ratio] = quantitiesOf(cells[at('vs plain')]);
      expect(quantitiesOf(cellOf(table, row.arm, 'ratio'))[0], where).toMatchObject({ ...ratio });
    }
    expect(compared).toBeGreaterThan(5);
  });
});

it('names the results of the rows that a panel shows, of which some are from another plan', () => {
  const [worker = [], frame = []] = ['worker', 'sandbox'].map((side) =>
    (panels.get('page') ?? [])
      .filter((panel) => panel.side.id === side)
      .flatMap(({ from }) => from.map(({ startedAt }) => startedAt)),
  );
  const at = (id: string) => readResult(root, `page-to-worker/${id}`) as MeasuredResult;
  expect(worker).toContain(at('worker').startedAt);
  expect(worker).not.toContain(at('sandbox').startedAt);
  expect(new Set(frame)).toEqual(new Set([at('sandbox').startedAt]));
});

it('names the libraries that may be the fastest, of each group, and never the plain way', () => {
  const sentences = (panels.get('workers') ?? []).flatMap(({ workload, fastest }) =>
    workload === 'increment' ? [fastest.join(' ')] : [],
  );
  for (const words of sentences) {
    expect(words).toMatch(
      /^One write over a WebSocket, .*the fastest[^:]*: .+\. One write over HTTP, .*the fastest[^:]*: .+\.$/,
    );
    expect(words).not.toMatch(/Plain/);
  }
  // Where nothing tells several apart from the best, all of them are named.
  expect(sentences.join(' ')).toMatch(/may be the fastest[^:]*: [^.]+; /);
  expect(sentences.join(' ')).toMatch(/ WebSocket, the fastest[^:]*: /);
});
