import { describe, expect, it } from 'vitest';
import type { PeersFound } from '../collections/records.ts';
import { addedText, peersTable, rightText } from './peers.ts';

const one = { repetition: 0, slowed: false, tookMs: 3000, calls: 1234, added: 0 } as const;
const slowed = { ...one, slowed: true, added: 0.0512 } as const;
const found: PeersFound = {
  ...{ layout: 'peers', date: '2026-11-23', seed: 1, ms: 3000, slowedBy: 0.05 },
  ...{ runtime: 'Node 24', cpu: '', cpuCount: 2, versions: { tinybench: '6.2.3' } },
  said: [
    { ...one, judge: 'harness', verdict: 'same', ratio: 1.002, within: 0.01 },
    { ...slowed, judge: 'harness', verdict: 'slower', ratio: 1.048, within: 0.02 },
    { ...one, judge: 'tinybench', verdict: 'same', ratio: 0.97, within: 0.03 },
    { ...slowed, judge: 'tinybench', verdict: 'same', ratio: 1.01, within: 0.03 },
    { ...one, judge: 'loop', verdict: 'faster', ratio: 0.9 },
    { ...slowed, judge: 'loop', verdict: 'faster', ratio: 0.95 },
    { ...slowed, judge: 'check', verdict: 'slower', ratio: 1.051, within: 0.01 },
  ],
};
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('the table of ways of comparing', () => {
  it('counts what each said of identical arms and of a slower one', () => {
    const [{ rows } = { rows: [] }] = peersTable(found).groups;
    const texts = rows.map((row) => row.map(({ text }) => plain(text)));
    expect(texts).toEqual([
      ['A loop', '1 of 1', '0 of 1', '0.900×', '0.950×', 'nothing'],
      ['tinybench 6.2.3', '0 of 1', '0 of 1', '0.970×', '1.010×', '3.0 %'],
      ['Roundtrip', '0 of 1', '1 of 1', '1.002×', '1.048×', '1.5 %'],
    ]);
    expect(plain(rows[0]?.[0]?.note ?? '')).toMatch(/^the smaller mean wins\n3.0 s, [\d ]+ calls$/);
    expect(rows.map((row) => row[2]?.note)).toEqual(['called faster: 1', undefined, undefined]);
  });

  it('has its words from what was found', () => {
    expect(rightText(found)).toBe('Roundtrip 2 of 2, tinybench 6.2.3 1 of 2, A loop 0 of 2');
    const other = found.said.map((each) => ({ ...each, verdict: 'slower' as const }));
    expect(rightText({ ...found, said: other })).toBe(
      'A loop 1 of 2, tinybench 6.2.3 1 of 2, Roundtrip 1 of 2',
    );
    expect(plain(addedText(found.said))).toBe(
      'the wait added 5.1 % to a call by the clock, and in stretches of both arms by turns the slowed one took 1.05× the other’s time',
    );
  });
});
