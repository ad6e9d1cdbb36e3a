import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../figures/testing/drawing.ts';
import { measuredRecordSchema } from '../../harness/record/index.ts';
import { analyse } from '../../harness/statistics/index.ts';
import { type MeasuredRun, runName } from '../../journal/runs.ts';
import { readingNames } from './kkrpc-transports.ts';
import { findOutline } from '../../studies/outlines.ts';
import type { View } from '../view.ts';
import { entryOf } from '../testing/fixture.ts';
import { drawingsOf, groupsOf, viewIn } from '../testing/measured.ts';

const study = findOutline('call-delay');
const file = new URL('../testing/call-delay.json', import.meta.url);
const taken: unknown = JSON.parse(readFileSync(file, 'utf8'));

/** The record as it was taken on a busy machine, or with a change. */
function run(change: (record: MeasuredRun['record']) => void = () => {}, id = 'one'): MeasuredRun {
  const record = measuredRecordSchema.parse(taken);
  change(record);
  return {
    id: `call-delay/${id}`,
    record,
    name: runName(record),
    analysis: analyse(record, study),
  };
}

const view = (name: 'suspects' | 'calls' | 'memory', ...runs: MeasuredRun[]): View =>
  viewIn({ ...entryOf({ study: 'call-delay', records: [], views: [name] }), runs }, name);

describe('what each suspected part adds', () => {
  const shown = view('suspects', run());

  it('has a row for each part, their sum, all of them, and what goes beyond, under each workload', () => {
    const rows = [
      ...['blockConcurrencyWhile', 'Stored and read back', 'Work queue', 'Serialized continuation'],
      ...['The single parts, summed up', 'All together', 'All together, beyond that sum'],
    ];
    const firsts = groupsOf(shown.table).map((group) => group.map(([first]) => first));
    expect(firsts).toEqual([
      ['10 calls at once', ...rows],
      ['50 calls at once', ...rows],
    ]);
  });

  it('tells two records of one place apart', () => {
    const headings = view('suspects', run(), run(undefined, 'two')).table.groups.map(
      ({ heading = '' }) => heading.split(', ').at(-1),
    );
    expect(headings).toEqual(['one', 'one', 'two', 'two']);
  });

  it('needs every part', () => {
    const without = run(({ plan }) => {
      plan.arms = plan.arms.filter((arm) => arm !== 'workers-rpc/queued');
    });
    expect(() => view('suspects', without)).toThrow(
      'views: got suspects, expected sessions with the arms workers-rpc, workers-rpc/boundary, ',
    );
  });
});

describe('the time of a batch by its calls', () => {
  it('has every arm in the table, and one of each system in the figure, with intervals', () => {
    const shown = view('calls', run());
    const [group] = shown.table.groups;
    const arms = group?.rows.map(([arm]) => arm?.text) ?? [];
    expect(new Set(arms).size).toBe(9);
    expect(arms).toHaveLength(18);
    expect(group?.rows.every((row) => row.at(-1)?.text === 'finished')).toBe(true);
    const { label, note, title } = shown.figure?.(700) ?? {};
    expect(label?.match(/calls, /g)).toHaveLength(8);
    expect(title).toBe('How long does a batch take, by the calls in it?');
    expect(note).toContain('A bar is the interval of the median.');
  });

  it('marks a hang, with the calls that had returned, and in how many sessions', () => {
    const hung = run((record) => {
      if (!('sessions' in record)) throw new Error('expected sessions');
      const [session] = record.sessions.filter(({ workload }) => workload === 'calls-50');
      for (const turn of session?.turns ?? []) {
        if (turn.arm !== 'raw-websocket/between') continue;
        turn.void = 'stalled';
        turn.detail = '45 calls had returned when time was up';
      }
    });
    const shown = view('calls', hung);
    const rows = shown.table.groups.flatMap((group) => group.rows);
    const told = rows.map((row) => row.at(-1)).filter((cell) => cell?.text !== 'finished');
    expect(told).toEqual([{ text: 'hung at 45 of 50', note: 'in 1 of 4 sessions' }]);
    const { title, note } = shown.figure?.(700) ?? {};
    expect(title).toBe('With a WebSocket, a batch of 50 calls hung');
    expect(note).toContain('A cross is a batch that hung');
    for (const figure of drawingsOf(shown)) {
      expect(textsOf(figure)).toContain('hung at 45 of 50');
    }
  });

  it('needs two sizes', () => {
    const one = run(({ plan }) => {
      plan.workloads = plan.workloads.filter((id) => id === 'calls-10');
    });
    expect(() => view('calls', one)).toThrow('expected batches of calls at once, of two sizes');
  });
});

describe('the memory of both processes', () => {
  /** As `measure` leaves it: in each session, every arm’s turn with what it read. */
  const course = (record: MeasuredRun['record']) => {
    if (!('sessions' in record)) throw new Error('expected sessions');
    for (const session of record.sessions) {
      session.workload = 'memory';
      for (const [at, turn] of session.turns.entries()) {
        const bytes = (name: string) => 1_000_000 * (name.includes('under') ? 300 : 50 + at);
        turn.readings = Object.fromEntries(readingNames.map((name) => [name, bytes(name)]));
      }
    }
  };

  it('has both sides by both counters, with the range of the repeats', () => {
    const shown = view('memory', run(course));
    const [first] = shown.table.groups;
    expect(first?.heading).toMatch(/^.+: \d+ repeats$/);
    expect(first?.rows.map(([cell]) => cell?.text)).toEqual([
      'Caller, by the system',
      'Caller, by its runtime',
      'Server, by the system',
      'Server, by its runtime',
    ]);
    const [, rest, , under] = first?.rows[0] ?? [];
    expect(under?.text).toBe('300.0');
    expect(under?.note).toBe('300.0–300.0');
    expect(rest?.note).toMatch(/^\d+\.\d–\d+\.\d$/);
    expect(shown.table.groups).toHaveLength(9);
  });

  it('is drawn over the course, and fits a phone', () => {
    const shown = view('memory', run(course));
    for (const figure of drawingsOf(shown)) {
      expect(textsOf(figure).filter((text) => text === 'payloads')).toHaveLength(9);
      expect(figure.title).toBe('At the end, a process holds 1.00× the memory it had at rest');
      expect(figure.label).toContain('MB at rest, ');
    }
  });

  it('leaves out what was discarded, and needs some that was not', () => {
    const discarded = run((record) => {
      course(record);
      if (!('sessions' in record)) return;
      for (const { turns } of record.sessions) for (const turn of turns) turn.void = 'stalled';
    });
    expect(() => view('memory', discarded)).toThrow(
      'views: got memory, expected sessions of the workload memory',
    );
  });
});
