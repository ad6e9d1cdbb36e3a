import { expect, it } from 'vitest';
import type { MeasuredResult, Row } from '../result.ts';
import { ratioOf, rowOf } from '../testing/rows.ts';
import { versionsOf } from '../../libraries/systems/index.ts';
import { releasesTable } from './releases.ts';
import { toText } from './text.ts';

const installed = versionsOf('capnweb')['capnweb'] ?? '';

const outsideOf = (id: string, version: string, gzipBytes: number) => ({
  id,
  label: `Cap’n Web ${version}`,
  versions: { capnweb: version },
  gzipBytes,
  served: 'beside' as const,
  arms: [{ name: 'in-memory', label: 'in memory' }],
});

const releaseRow = (id: string, ratios: Row['ratios']): Row =>
  rowOf(`outside:${id}/in-memory`, {
    ratios,
    bytes: { out: 60, in: 40 },
    frames: { out: 2, in: 1 },
  });

const resultOf = (...releases: Array<ReturnType<typeof outsideOf>>) =>
  ({
    environment: { versions: { capnweb: installed }, outside: releases },
    rows: [
      releaseRow('capnweb-old', {}),
      releaseRow('capnweb-now', {
        'outside:capnweb-old/in-memory': ratioOf(0.8, undefined, { low: 0.5, high: 1 }),
      }),
    ],
  }) as unknown as MeasuredResult;

const old = outsideOf('capnweb-old', '0.1.0', 8960);
const now = outsideOf('capnweb-now', installed, 15_027);
const operations = [{ workload: 'increment', label: 'One write' }];

it('sets each release beside the installed version of its library', () => {
  const kept = (library: string, side: string) =>
    side === 'client' && library === 'capnweb@0.1.0' ? '361' : 'none';
  const text = toText(releasesTable(resultOf(old, now), operations, kept));
  const [first, second] = text.split('\n').filter((line) => line.includes('Cap’n Web'));
  expect(first?.replaceAll(/\s+/g, ' ')).toContain('0.1.0 1.25× (1.00–2.00) 100 3 9.0 361 none');
  expect(second?.replaceAll(/\s+/g, ' ')).toContain(
    `${installed}, installed 1.00× 100 3 15.0 none none`,
  );
});

it('refuses a run without the installed version', () => {
  expect(() => releasesTable(resultOf(old), operations, () => '')).toThrow(
    'capnweb: got no installed version in the run',
  );
});
