import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MeasuredRecord, readRecord, type SessionRecord } from '../../harness/record/index.ts';
import { analyse, cellsOf, summarise } from '../../harness/statistics/index.ts';
import type { PublishedRun } from '../../journal/newest.ts';
import { readRecorded, RECORDED } from '../../probes/recorded.ts';
import { amountOf, type ChooseTable, orderedRows } from '../../report/choose.ts';
import { findStudy } from '../../studies/index.ts';
import { type Case, cases } from './cases.ts';
import { chooseTable } from './rows.ts';

/** The widest half of an A/A control’s interval, as the page says it. */
const WIDEST = 0.1;

const recorded = readRecorded(readFileSync(RECORDED, 'utf8'));
const records = new Map<string, SessionRecord>();
const tables = new Map<string, ChooseTable>();

beforeAll(() => {
  const studies = cases.flatMap(({ study, also }) => [study, also?.study ?? study]).join(',');
  for (const file of globSync(`content/records/{${studies}}/2026-11-*.json`)) {
    const record = readRecord(readFileSync(file, 'utf8'), file) as MeasuredRecord;
    if (record.schema === 2)
      records.set(file.slice('content/records/'.length, -'.json'.length), record);
  }
  for (const own of cases) tables.set(own.id, tableFrom(own));
});

/** The records of a study as they were published, the newest first. */
const runsOf = (study: string): PublishedRun[] =>
  [...records]
    .filter(([, record]) => record.study === study)
    .map(([id, record]): PublishedRun => ({
      ...{ id, record, analysis: analyse(record, findStudy(study)) },
      entry: { title: id, href: `/studies/${id}/` },
    }))
    .toSorted((a, b) => b.record.startedAt.localeCompare(a.record.startedAt));

const tableFrom = (own: Case): ChooseTable =>
  chooseTable(own, {
    runs: runsOf(own.study),
    also: own.also ? runsOf(own.also.study) : [],
    ...{ recorded, notes: new Map() },
  });

const tableOf = (id: string): ChooseTable => tables.get(id) as ChooseTable;

describe.each(cases)('$label', (own) => {
  it('has of each cell the number of the newest record that has it', () => {
    const table = tableOf(own.id);
    let compared = 0;
    for (const { id: side, client } of own.sides) {
      for (const network of own.networks) {
        for (const row of table.rows) {
          for (const { id: column, workload } of own.measures) {
            const shown = amountOf(row, column, { side, network });
            if (shown.value === undefined || shown.mark === 'modelled') continue;
            const found = newestValue(own, row.id, { side, client, network, workload });
            expect(shown.value, `${row.id}, ${side}, ${network}, ${workload}`).toBe(found?.value);
            expect(shown.record).toBe(found?.record);
            compared += 1;
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('models only what no record has', () => {
    const modelled = tableOf(own.id).rows.flatMap(({ id: row, cells }) =>
      Object.entries(cells).flatMap(([place, amounts]) =>
        own.measures.flatMap(({ id, workload }) =>
          amounts[id]?.mark === 'modelled' ? [{ row, place, workload }] : [],
        ),
      ),
    );
    for (const { row, place, workload } of modelled) {
      const [side = '', network] = place.split(' ');
      const client = own.sides.find(({ id }) => id === side)?.client;
      const asked = { side, client, network: Number(network), workload };
      expect(newestValue(own, row, asked), JSON.stringify(asked)).toBeUndefined();
    }
  });

  it('has rows that can be run, and addresses for what they lack', () => {
    const table = tableOf(own.id);
    const arms = findStudy(own.study).arms.map(({ id }) => id);
    const [side = ''] = own.sides.map(({ id }) => id);
    expect(table.rows.length).toBeGreaterThan(3);
    expect(arms).toEqual(expect.arrayContaining(table.rows.flatMap((row) => row.arms[side] ?? [])));
    for (const { lacks } of table.rows) {
      for (const { href, why } of Object.values(lacks)) {
        expect(href).toMatch(/^\/(capabilities|studies)\//);
        expect(why).toMatch(/^[A-Z][^:]+: ./);
      }
    }
  });
});

describe('times of another study', () => {
  const [page] = cases.filter(({ id }) => id === 'page') as [Case];
  const echo = { id: 'other', label: 'Other', unit: 'ms', workload: 'echo' };

  it.each([
    ...cases.filter(({ also }) => also),
    // One whose records are there in any case.
    {
      ...page,
      also: {
        study: page.study,
        measures: [echo] as const,
        rows: { 'comlink/worker': 'comlink', 'birpc/worker': 'birpc' },
      },
    },
  ])('are those of its newest record, or said not to be measured: $also.study', (own) => {
    const table = tableFrom(own);
    const { study, measures, rows } = own.also as NonNullable<Case['also']>;
    const isThere = runsOf(study).length > 0;
    const place = (arm: string) => (rows[arm] === undefined ? undefined : { row: rows[arm] });
    for (const { id: column, workload } of measures) {
      expect(table.columns.some(({ id }) => id === column)).toBe(isThere);
      for (const { id: side, client } of own.sides) {
        for (const network of own.networks) {
          for (const row of table.rows) {
            const asked = { side, client, network, workload };
            const found = isThere ? newestValue({ study, place }, row.id, asked) : undefined;
            const shown = amountOf(row, column, { side, network });
            if (shown.text === undefined || shown.value !== undefined) {
              expect([shown.value, shown.record]).toEqual([found?.value, found?.record]);
            } else expect(found).toBeUndefined();
          }
        }
      }
    }
  });
});

it('lets nobody hibernate whose socket keeps the object awake', () => {
  const table = tableOf('workers');
  const lacking = table.rows.filter(({ lacks }) => lacks['hibernation']).map(({ id }) => id);
  expect(lacking).toEqual(expect.arrayContaining(['capnweb/in-memory', 'orpc/in-memory']));
  expect(lacking).not.toContain('orpc/hibernating');
});

it('puts what lacks what is ticked at the end', () => {
  const table = tableOf('workers');
  const choice = { side: 'browser', network: 0, sort: 'call', down: false, needs: ['functions'] };
  const lacks = orderedRows(table, choice).map((row) => row.lacks['functions'] !== undefined);
  expect(new Set(lacks)).toEqual(new Set([true, false]));
  expect(lacks).toEqual(lacks.toSorted((a, b) => Number(a) - Number(b)));
});

/** Found by itself: over all records, without the code that the page is made by. */
function newestValue(
  own: Pick<Case, 'study' | 'place'>,
  row: string,
  asked: { side: string; client: string | undefined; network: number; workload: string },
): { value: number; record: string } | undefined {
  const found = [...records].flatMap(([id, record]) => {
    const { environment, plan, startedAt, partial } = record;
    const isNode = environment.runtime.startsWith('Node');
    if (record.study !== own.study || environment.setting === 'wrangler-dev' || partial) return [];
    if ((environment.network?.roundTripMs ?? 0) !== asked.network) return [];
    if (asked.client !== undefined && isNode !== (asked.client === 'node')) return [];
    const arm = plan.arms.find((each) => {
      const placed = own.place(each);
      return placed?.row === row && (placed.side ?? asked.side) === asked.side;
    });
    const cell = cellsOf(record).find(
      (each) => each.arm === arm && each.workload === asked.workload,
    );
    if (cell === undefined) return [];
    const { controls } = analyse(record, findStudy(own.study));
    const noise =
      controls.find(({ workload }) => workload === asked.workload)?.resolution ?? Infinity;
    const value = summarise(cell, environment.clockStepUs).msPerOperation?.estimate;
    return noise > WIDEST || value === undefined ? [] : [{ value, record: id, startedAt }];
  });
  const [newest] = found.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  return newest && { value: newest.value, record: newest.record };
}
