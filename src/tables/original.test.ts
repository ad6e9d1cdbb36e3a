import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemSchema } from '../collections/systems.ts';
import { readRecord } from '../harness/record/index.ts';
import { interopTable, originalText, speedTable } from './systems.ts';

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
      how: 'On Node.',
      original: 'outside:lumenize-rpc/hibernating',
      ours: 'lumenize/hibernating',
      records: ['x/1'],
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

const path = 'content/records/lumenize-vs-capnweb/2026-11-22-published-calls-at-once-1.json';
const record = readRecord(readFileSync(path, 'utf8'), path);
if (record.kind !== 'measured') throw new Error('not measured');

it('takes the ratio of the two from their common rounds', () => {
  const rows = speedTable(original, [record]).groups[0]?.rows ?? [];
  expect(rows.map((row) => row.map(({ text }) => text))).toEqual([
    [
      '50 getValue() in one tick',
      'Node 24.21.0',
      '0.44',
      expect.stringMatching(/^0\.4\d–0\.4\d$/) as string,
    ],
  ]);
});

it('names the arm that a record does not have', () => {
  const speed = { ...original.speed, ours: 'lumenize/none' };
  expect(() => speedTable({ ...original, speed }, [record])).toThrow(
    'got no rounds of "burst" with both lumenize/none and outside:lumenize-rpc/hibernating',
  );
});

it('says both in sentences, our half named', () => {
  const text = originalText(original, [record]);
  expect(text).toContain('Of the 40 cases of the test suite of lib 2');
  expect(text).toContain('its server passes 37 and its client passes 40.');
  expect(text).toContain('takes 0.44× the published library’s time');
});
