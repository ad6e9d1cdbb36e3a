import { describe, expect, it } from 'vitest';
import {
  labAddress,
  lengthOf,
  lengths,
  type LiveConfig,
  readConfig,
  readQuery,
  writeConfig,
  writeQuery,
} from './query.ts';

const offered = {
  length: ['until-decided', '60s', 'rounds'],
  workloads: ['increment', 'mixed'],
  arms: ['one/in-memory', 'twin'],
};
const read = (search: string) => readQuery(search, offered);

describe('readQuery', () => {
  it('asks for nothing where nothing stands', () => {
    expect(read('')).toEqual({});
    expect(read('?utm=x')).toEqual({});
  });

  it('reads everything that can be asked for', () => {
    expect(read('?seed=7&length=60s&workloads=mixed,increment&arms=one/in-memory')).toEqual({
      seed: 7,
      length: '60s',
      workloads: ['mixed', 'increment'],
      arms: ['one/in-memory'],
    });
  });

  it('takes a number of rounds for a choice of its own', () => {
    expect(read('?rounds=40')).toEqual({ rounds: 40, length: 'rounds' });
    expect(read('?rounds=40&length=rounds')).toEqual({ rounds: 40, length: 'rounds' });
  });

  it('leaves arms from outside out, and names them', () => {
    expect(read('?arms=one/in-memory,outside:mine/a')).toEqual({
      arms: ['one/in-memory'],
      missing: ['outside:mine/a'],
    });
    const here = { ...offered, arms: ['outside:mine/a'] };
    expect(readQuery('?arms=outside:mine/a', here)).toEqual({ arms: ['outside:mine/a'] });
  });

  it.each([0, 4294967295])('takes the seed %d', (seed) => {
    expect(read(`?seed=${seed}`)).toEqual({ seed });
  });

  it.each(['', '-1', '4294967296', '1.5', '7e1', '0x7', ' 7', 'seven', '99999999999'])(
    'refuses the seed "%s"',
    (seed) => {
      expect(() => read(`?seed=${encodeURIComponent(seed)}`)).toThrow(
        `seed: got "${seed}", expected a whole number from 0 to 4294967295`,
      );
    },
  );

  it.each([
    ['?length=5s', 'length: got "5s", expected one of until-decided, 60s, rounds'],
    ['?rounds=0', 'rounds: got "0", expected a whole number from 1 to 10000'],
    ['?rounds=10001', 'rounds: got "10001"'],
    ['?rounds=4&length=60s', 'rounds: got "4" with the length 60s, expected one of the two'],
    ['?workloads=mixed,mix', 'workloads: got "mix", expected one of increment, mixed'],
    ['?workloads=', 'workloads: got "", expected one of increment, mixed'],
    ['?arms=other', 'arms: got "other", expected one of one/in-memory, twin'],
    ['?study=nope', 'study: got "nope", expected none on this page; the lab, /lab/, takes study=…'],
    ['?bench=http://x', 'bench: got "http://x", expected none on this page'],
  ])('refuses %s', (search, words) => {
    expect(() => read(search)).toThrow(words);
  });
});

describe('the address of the lab', () => {
  const lab = { ...offered, studies: ['one-vs-other', 'third'], free: true };
  const plan = {
    study: 'one-vs-other',
    workloads: ['increment', 'echo-2500x8', 'up-0x1'],
    arms: ['one/in-memory', 'twin'],
  };

  it('reads back what was written, whatever was chosen', () => {
    const until = { rule: 'until-decided' } as const;
    expect(readQuery(writeQuery({ ...plan, length: until }), lab)).toEqual({
      ...plan,
      length: 'until-decided',
    });
    const time = { rule: 'time', budgetMs: 60_000 } as const;
    const bench = { seed: 0, origin: 'http://localhost:8788' };
    expect(readQuery(writeQuery({ ...plan, ...bench, length: time }), lab)).toEqual({
      ...plan,
      ...bench,
      length: '60s',
    });
    const fixed = { rule: 'fixed', rounds: 40 } as const;
    expect(readQuery(writeQuery({ ...plan, length: fixed, seed: 7 }), lab)).toEqual({
      ...plan,
      ...{ length: 'rounds', rounds: 40, seed: 7 },
    });
  });

  it('is legible', () => {
    const length = { rule: 'time', budgetMs: 10_000 } as const;
    expect(writeQuery({ ...plan, length, seed: 7, origin: 'https://b.example:8443' })).toBe(
      '?study=one-vs-other&workloads=increment,echo-2500x8,up-0x1&arms=one/in-memory,twin&length=10s&seed=7&origin=https://b.example:8443',
    );
  });

  it.each([
    ['?study=two', 'study: got "two", expected one of one-vs-other, third'],
    [
      '?workload=mixed',
      'address: got "workload=mixed", expected one of study=…, workloads=…, arms=…',
    ],
    ['?workloads=mixed,echo-1', 'workloads: got "echo-1", expected one of increment, mixed, or up'],
    ['?workloads=echo-1x65', 'got 65 calls at once, expected a whole number from 1 to 64'],
    ['?origin=example.org', 'origin: got "example.org", expected one such as https://'],
  ])('refuses %s', (search, words) => {
    expect(() => readQuery(search, lab)).toThrow(words);
  });

  it('is all that knows such workloads and parameters', () => {
    expect(() => read('?workloads=echo-2500x8')).toThrow('workloads: got "echo-2500x8"');
    expect(() => read('?origin=https://b.example')).toThrow('origin: got "https://b.example"');
  });

  const run = { ...plan, seed: 7, environment: { origin: 'https://site.example' } };
  const of = (length: {
    rule: 'fixed' | 'time' | 'until-decided';
    rounds?: number;
    budgetMs?: number;
  }) => labAddress({ ...run, plan: { ...plan, ...length } }, 'https://site.example');

  it('replays the plan of a run', () => {
    const start = '/lab/?study=one-vs-other&workloads=increment,echo-2500x8,up-0x1';
    const arms = '&arms=one/in-memory,twin';
    expect(of({ rule: 'fixed', rounds: 2 })).toBe(`${start}${arms}&rounds=2&seed=7`);
    expect(of({ rule: 'time', budgetMs: 60_000 })).toBe(`${start}${arms}&length=60s&seed=7`);
    const until = { rule: 'until-decided', budgetMs: 15_000 } as const;
    expect(of(until)).toBe(`${start}${arms}&length=until-decided&seed=7`);
  });

  it('names the bench of a run where that is not the site’s own', () => {
    const made = { ...run, plan: { ...plan, rule: 'time' as const, budgetMs: 10_000 } };
    expect(labAddress(made, 'http://localhost:9')).toMatch(/&origin=https:\/\/site\.example$/);
  });
});

describe('the length of a run', () => {
  it('is what the choices of the form say', () => {
    for (const { value, length } of lengths) expect(lengthOf(value, 7)).toEqual(length);
    expect(lengthOf('rounds', 7)).toEqual({ rule: 'fixed', rounds: 7 });
    expect(lengthOf(undefined, 7)).toEqual({ rule: 'until-decided' });
  });
});

it('writes a configuration that survives a script element whatever stands in it', () => {
  const config: LiveConfig = {
    study: '</script><script>alert(1)</script>',
    origin: '',
    workloads: [{ lackedBy: [], id: 'work', turn: 100, concurrency: 4 }],
    asks: { reference: 'one', byHand: ['raw'], usual: ['other'] },
    quoted: { times: [], setting: 'workerd' },
  };
  expect(writeConfig(config)).not.toContain('<');
  expect(readConfig(writeConfig(config))).toEqual(config);
});
