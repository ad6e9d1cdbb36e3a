import { expect, it } from 'vitest';
import { systemSchema } from '../collections/systems.ts';
import { interopTable, originalText, speedTable } from './original.ts';

const { original } = systemSchema.parse({
  original: {
    name: 'lib 2',
    interop: {
      date: '2026-01-02',
      how: 'Its suite.',
      cases: 40,
      pairs: [
        { client: 'published', server: 'ours', failed: [{ cases: 3, what: 'Reaching in.' }] },
        { client: 'ours', server: 'published', failed: [] },
      ],
    },
    speed: {
      when: 'January 2026',
      how: 'On Node.',
      ratios: [
        { calls: 'In a row', socket: 'in memory', found: [0.8, 0.6] },
        { calls: 'At once', socket: 'both', found: [0.2, 1.25] },
      ],
    },
  },
});
if (original === undefined) throw new Error('no original');

it('takes what passes from what fails', () => {
  const rows = interopTable(original).groups[0]?.rows ?? [];
  expect(rows.map((row) => row.map(({ text }) => text))).toEqual([
    ['Published client, this site’s server', '37', '40', '3 × Reaching in.'],
    ['This site’s client, published server', '40', '40', 'nothing'],
  ]);
});

it('shows the ends of the ratios in order', () => {
  const rows = speedTable(original).groups[0]?.rows ?? [];
  expect(rows.map((row) => row.slice(2).map(({ text }) => text))).toEqual([
    ['0.60', '0.80'],
    ['0.20', '1.25'],
  ]);
});

it('says both in sentences, our half named', () => {
  const text = originalText(original);
  expect(text).toContain('Of the 40 cases of the test suite of lib 2');
  expect(text).toContain('its server passes 37 and its client passes 40.');
  expect(text).toContain('0.20× to 1.25×');
});
