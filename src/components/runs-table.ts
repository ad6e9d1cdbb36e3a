/** Where and with what an entry's records were taken: one row each. */
import { formatCount, formatDay, formatNumber } from '../figures/format.ts';
import type { MeasuredRun } from './entry-data.ts';
import { settingName } from './run-name.ts';
import type { Cell, Table } from './view.ts';

export function runsTable(
  runs: ReadonlyArray<Pick<MeasuredRun, 'id' | 'record' | 'analysis'>>,
): Table {
  return {
    caption: 'Where it was measured',
    marks: ['measured'],
    columns: [
      { label: 'Setting' },
      { label: 'Client' },
      { label: 'Clock step (µs)', number: true },
      { label: 'Commit' },
      { label: 'Date' },
      { label: 'Rounds', number: true },
      { label: 'Voids', number: true },
      { label: 'Samples' },
    ],
    groups: [{ rows: runs.map(rowOf) }],
  };
}

function rowOf({ id, record, analysis }: Parameters<typeof runsTable>[0][number]): Cell[] {
  const { environment, blocks, startedAt, plan, partial } = record;
  const { setting, runtime, clockStepUs, commit, dirty, stale } = environment;
  const stamps = [
    partial && 'partial',
    dirty && 'with changes not committed',
    stale && 'Workers of another commit',
  ].filter((stamp) => typeof stamp === 'string');
  const note = stamps.length > 0 ? { note: stamps.join(', ') } : {};
  return [
    { text: settingName(setting) },
    { text: runtime },
    { text: formatNumber(clockStepUs, clockStepUs < 10 ? 2 : 0) },
    commit === undefined
      ? { text: 'unknown', muted: true, ...note }
      : { text: commit.slice(0, 10), code: true, ...note },
    { text: formatDay(startedAt) },
    {
      text:
        plan.rounds === analysis.rounds
          ? formatCount(plan.rounds)
          : `${formatCount(analysis.rounds)} of ${formatCount(plan.rounds)}`,
    },
    { text: formatCount(blocks.filter((block) => block.void !== undefined).length) },
    {
      text: 'JSON',
      href: `/api/records/${id}.json`,
      linkLabel: `JSON: the record of ${settingName(setting)}, ${runtime}`,
    },
  ];
}
