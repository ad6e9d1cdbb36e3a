import { describe, expect, it } from 'vitest';
import type { RatioClass } from '../../core/statistics/index.ts';
import { rowsIn } from '../../results/tables/table.ts';
import { ratioOf } from '../../results/testing/rows.ts';
import type { Choice, ChooseData, Configuration, Line } from './choice.ts';
import { countOfNeed } from './choice.ts';
import { fitTable } from './view.ts';
import type { NeedAnswer } from './needs.ts';
import { recommend } from './recommend.ts';

const need = (id: string) => ({ id, label: id.toUpperCase(), means: '', instead: `do ${id}` });

type Answers = Record<string, NeedAnswer['answer'] | NeedAnswer>;

function configuration(row: string, answers: Answers, own: Partial<Configuration> = {}) {
  const [name = ''] = row.split('/');
  return {
    row,
    name,
    library: { label: row, system: name },
    standing: 'library' as const,
    over: 'a WebSocket',
    needs: Object.fromEntries(
      Object.entries(answers).map(([id, answer]) => [
        id,
        typeof answer === 'string' ? { answer } : answer,
      ]),
    ),
    idle: '$0.14',
    facts: [],
    ...own,
  };
}

const http = { over: 'HTTP', idle: '$0' };

function line(value: number, judged: RatioClass | undefined): Line {
  const ratio = ratioOf(value, undefined, { low: value - 0.02, high: value + 0.02, class: judged });
  return { arm: '', ratio, time: { ...ratio, unit: 'ms' } };
}

const data: ChooseData = {
  title: 'A case',
  against: 'vs plain',
  pricesOf: '22 November 2026',
  needs: ['a', 'b', 'c'].map(need),
  configurations: [
    configuration('plain/socket', {}, { standing: 'plain' }),
    configuration('plain/fetch', {}, { standing: 'plain', ...http }),
    configuration('one/socket', { a: 'yes', b: 'no', c: 'no' }, { know: 'One is known.' }),
    configuration('one/http', { a: 'yes', b: 'yes', c: 'not tested' }, http),
    configuration('two/socket', { a: { answer: 'yes', takes: 'pings' }, b: 'yes', c: 'no' }),
    configuration('three/socket', { a: 'no', b: 'no', c: 'no' }),
    configuration(
      'old/socket',
      { a: 'yes', b: 'yes', c: 'yes' },
      { standing: 'advised-against', since: '10 February 2026' },
    ),
    configuration('ours/socket', { a: 'yes', b: 'yes', c: 'yes' }, { standing: 'not-installable' }),
  ],
  panels: {
    'node 0 write': {
      operation: 'One write',
      distance: 'same machine',
      lines: {
        'plain/socket': line(1, undefined),
        'plain/fetch': line(1, undefined),
        'one/socket': line(1.2, 'slower-by-margin'),
        'two/socket': line(1.05, 'open'),
        'one/http': line(0.3, 'within'),
      },
      plain: [
        { over: 'a WebSocket', row: 'plain/socket', spoken: 'a plain socket' },
        { over: 'HTTP', row: 'plain/fetch', spoken: 'plain fetch' },
      ],
      fastest: ['One write, the fastest: two.'],
      measured: '',
    },
  },
};

const choice = (needs: string, other: Partial<Choice> = {}): Choice => ({
  from: 'node',
  network: '0',
  operation: 'write',
  all: false,
  needs: [...needs],
  ...other,
});

/** The title and the points, each as it reads. */
function said(needs: string, other?: Partial<Choice>): string[] {
  const { title, points } = recommend(data, choice(needs, other));
  const read = points.map(({ lead = '', sentences }) => `${lead} ${sentences.join(' ')}`.trim());
  return [title, ...read].map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '));
}

describe('a recommendation', () => {
  it('names what does it all, of each transport, with the class of its ratio', () => {
    expect(said('ab')).toEqual([
      'two and one do both.',
      'two/socket. “A” takes its option pings. One write, same machine: 1.05× a plain socket’s time (95 % CI 1.03–1.07). We cannot tell which is faster. Idle: $0.14 a day per object.',
      'one/http. One write, same machine: 0.30× plain fetch’s time (95 % CI 0.28–0.32), within 10 %. Idle: $0 a day per object.',
      'old/socket. It does both, but its authors have advised against it since 10 February 2026.',
      'ours/socket. It does both, but it is code of this site and no package.',
    ]);
  });

  it('names the closest where none does it all, what it lacks or was not tested for, and what to add', () => {
    const [title, ...points] = said('abc');
    expect(title).toBe('No maintained library does all three.');
    expect(points.slice(0, 2)).toEqual([
      expect.stringMatching(/^Closest: two\/socket\. It lacks “C”: do c\. /),
      expect.stringMatching(/^one\/http\. “C” was not tested with it: try that first\. /),
    ]);
    expect(points[2]).toMatch(/^old\/socket\. It does all three, but /);
  });

  it('never counts what was not tested, or what another configuration does', () => {
    expect(said('c')[0]).toBe('No maintained library does this.');
    expect(said('c')).toHaveLength(3);
    // Of the library `one`, the socket has A and only its requests have B.
    const [, ...points] = said('ab');
    expect(points.join(' ')).not.toContain('one/socket');
    expect(countOfNeed(data, 'c')).toEqual({ meets: 0, of: 3 });
  });

  it('names as many libraries as the count beside a need', () => {
    expect(said('b')[0]).toBe('two and one do this.');
    expect(countOfNeed(data, 'b')).toEqual({ meets: 2, of: 3 });
  });

  it('names another configuration that has what the closest lacks', () => {
    const b = { answer: 'no', elsewhere: 'three/superjson' } as const;
    const configurations = [configuration('three/socket', { a: 'yes', b })];
    const own = { ...data, configurations };
    const [closest] = recommend(own, choice('ab')).points;
    expect(closest?.sentences.slice(0, 2)).toEqual([
      'It lacks “B”: do b.',
      'Another configuration has it: three/superjson.',
    ]);
    const [row] = rowsIn(fitTable(own, choice('ab')).table);
    expect(row?.cells).toContainEqual({ text: 'misses: B', note: 'three/superjson has B' });
  });

  it('says so where an operation was not measured, or a ratio has no class', () => {
    expect(said('ab', { network: '25' })[1]).toMatch(/Its time was not measured\./);
    const [, panel] = Object.entries(data.panels)[0] ?? [];
    const unjudged = {
      ...data,
      panels: { 'node 0 write': { ...panel, lines: { 'two/socket': line(2, undefined) } } },
    } as ChooseData;
    const [first] = recommend(unjudged, choice('ab')).points;
    expect(first?.sentences.join(' ')).not.toMatch(/slower|faster|within|tell/);
  });

  it('without needs names only what may be the fastest', () => {
    expect(said('')).toEqual(['Choose what you need.', 'One write, the fastest: two.']);
  });

  it('has no sentence of more than twenty words', () => {
    for (const needs of ['', 'a', 'b', 'c', 'ab', 'abc']) {
      const sentences = said(needs).flatMap((text) => text.split(/(?<=\.) /));
      for (const each of sentences) expect(each.split(' ').length, each).toBeLessThan(21);
    }
  });
});

describe('the table of a choice', () => {
  const groupsOf = (needs: string, other?: Partial<Choice>) =>
    fitTable(data, choice(needs, other)).table.groups.map(({ heading = '', note, rows }) =>
      [heading, note ?? '', ...rows.map(({ id }) => id)].join('; ').replaceAll('\u202f', ' '),
    );

  it('has groups by fit that never mix transports, the plain ways on top', () => {
    expect(groupsOf('abc')).toEqual([
      '; ; plain/socket; plain/fetch',
      'Two of three, over a WebSocket; compared with a plain socket, 1.0 ms; two/socket',
      'Two of three, over HTTP; compared with plain fetch, 1.0 ms; one/http',
      'Advised against, over a WebSocket; compared with a plain socket, 1.0 ms; old/socket',
      'Not installable, over a WebSocket; compared with a plain socket, 1.0 ms; ours/socket',
    ]);
  });

  it('hides what misses more than one need, unless asked', () => {
    const { farther } = fitTable(data, choice('abc'));
    expect(farther.map(({ own }) => own.row)).toEqual(['one/socket', 'three/socket']);
    expect(groupsOf('abc', { all: true }).join(' ')).toContain('three/socket');
  });

  it('says of each row what it misses and what was not tested', () => {
    const { table } = fitTable(data, choice('abc', { all: true }));
    const fit = (row: string) => rowsIn(table).find(({ id }) => id === row)?.cells[1];
    expect(fit('one/socket')).toMatchObject({ text: 'misses: B, C' });
    expect(fit('one/http')).toMatchObject({ text: 'not tested: C' });
    expect(fit('two/socket')).toMatchObject({ text: 'misses: C', note: 'with pings' });
    expect(fit('old/socket')).toMatchObject({ text: 'all three' });
  });
});
