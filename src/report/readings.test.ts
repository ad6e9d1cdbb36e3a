import { expect, it } from 'vitest';
import { readingTexts } from './readings.ts';

const cases: ReadonlyArray<[Record<string, number>, string]> = [
  [{}, ''],
  [{ firstUs: 12 }, ''],
  [{ listeners: 20, inTime: 19.9, lost: 0 }, '99 % within 50 ms, none lost'],
  [{ listeners: 20, inTime: 10, lost: 3 }, '50 % within 50 ms, 3 lost'],
  [{ lost: 0, twice: 0, byItself: 1, noticed: 1 }, 'none lost, none twice, went on by itself'],
  [{ lost: 1, twice: 2, byItself: 0, noticed: 1 }, '1 lost, 2 twice, asked for the rest by hand'],
  [
    { lost: 0, twice: 0, byItself: 0, noticed: 0 },
    'none lost, none twice, asked for the rest by hand, not told of the loss',
  ],
  [
    { lost: 0, twice: 0, byItself: 0.75, noticed: 1 },
    'none lost, none twice, went on by itself in 75 % of turns',
  ],
  [
    { sentOn: 10_485_760, ofBytes: 25_165_824, halted: 1, held: 6_488_064 },
    'went on until the bench stopped it after 10.5 MB, the server held 6.49 MB',
  ],
  [{ sentOn: 5_046_272, ofBytes: 25_165_824, halted: 0 }, 'stopped after 5.05 MB'],
  [
    { sentOn: 25_165_824, ofBytes: 25_165_824, halted: 0, held: 0 },
    'went on to the end, 25.2 MB, the server held 0 B',
  ],
  [{ left: 1000, still: 0, held: 0 }, 'none of 1 000 still held'],
  [{ left: 1000, still: 1000, held: 0 }, '1 000 of 1 000 still held'],
];

it.each(cases)('says %j', (readings, said) => {
  expect(readingTexts(readings).join(', ').replaceAll(/\s/gu, ' ')).toBe(said);
});
