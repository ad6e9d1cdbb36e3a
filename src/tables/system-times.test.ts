import { expect, it } from 'vitest';
import type { EntryPage } from '../journal/entries.ts';
import { armNames } from '../report/words.ts';
import { findOutline } from '../studies/outlines.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import { rowsOf } from './testing/measured.ts';
import { timesOf, timesTable } from './system-times.ts';

const study = findOutline('lumenize-vs-capnweb');
const page = (name: string, words?: string, runs = [measuredRun(`${name}-1`)]) =>
  ({
    ...{ study, runs, names: armNames(study), href: `/studies/${study.id}/${name}/` },
    entry: { id: `${study.id}/${name}`, data: { title: name, timestamp: '2026-11-22' } },
    relations: words === undefined ? [] : [{ words, link: { title: '', href: '' } }],
  }) as unknown as EntryPage;

const newest = page('2026-11-23-all-contestants-of-the-bench-in-one-run');
const older = page('2026-11-21-every-workload-turn-by-turn');

it('has each call once, from the newest entry that is not retracted, by the order of the study', () => {
  const times = timesOf([newest, older], ['capnweb']);
  const keys = times.map(({ arm, workload, environment }) =>
    [environment.runtime.split(' ')[0], arm.label, workload].join(),
  );
  expect(new Set(keys).size).toBe(keys.length);
  expect(times[0]).toMatchObject({ workload: 'increment', entry: { href: newest.href } });
  const order = times.map(({ workload }) => study.workloads.findIndex(({ id }) => id === workload));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  const retracted = { ...newest, relations: page('', 'Retracted by', []).relations };
  expect(timesOf([retracted, older], ['capnweb'])[0]?.entry.href).toBe(older.href);
});

it('leaves out simulated networks and the development server', () => {
  const [run] = newest.runs;
  if (run === undefined) throw new Error('expected a run');
  const elsewhere = (more: object) => {
    const environment = { ...run.record.environment, ...more };
    return page('', undefined, [{ ...run, record: { ...run.record, environment } }]);
  };
  const network = { kind: 'simulated', roundTripMs: 25, jitterMs: 2 };
  expect(timesOf([elsewhere({ network })], ['capnweb'])).toEqual([]);
  expect(timesOf([elsewhere({ setting: 'wrangler-dev' })], ['capnweb'])).toEqual([]);
});

it('has a row for each, with its interval and its entry', () => {
  const times = timesOf([newest], ['trpc']);
  const [row = []] = rowsOf(timesTable('Times', times));
  expect(row[0]).toBe('One write');
  expect(row[1]).toContain('tRPC');
  expect(row[3]).toMatch(/^\d\.\d{1,3}$/);
  expect(row[5]).toBe(newest.entry.data.title);
});
