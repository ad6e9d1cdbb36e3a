import { describe, expect, it } from 'vitest';
import { findOutline } from '../studies/outlines.ts';
import { type Measured, sinceLast } from './since-last.ts';
import { measuredRun } from './testing/entries.ts';

const study = findOutline('lumenize-vs-capnweb');
const entry = (title: string, ...records: string[]): Measured => ({
  runs: records.map(measuredRun),
  link: { title, href: `/studies/lumenize-vs-capnweb/${title}/` },
});
const near = entry('near', '2026-11-21-every-workload-turn-by-turn-1');
const away = entry('away', '2026-11-21-the-same-calls-over-five-distances-1');
const node = entry('node', '2026-11-22-the-published-library-1');

describe('sinceLast', () => {
  it('gives the ratio of both ratios, from the last entry that is comparable', () => {
    const found = sinceLast(study, node, [away, near]);
    expect(found).toMatchObject({ earlier: { title: 'near' } });
    const { before, after } = found as Extract<typeof found, { before: string }>;
    expect(before).toMatch(
      /^For one call that writes \(workerd, Node [\d.]+\), the ratio of .+ is \d\.\d\d× \(\d\.\d\d–\d\.\d\d\) what it was in $/,
    );
    expect(after).toMatch(/^: \S.+\.$/);
  });

  it('finds nothing changed between an entry and itself', () => {
    expect(sinceLast(study, near, [near])).toMatchObject({
      before: expect.stringContaining('1.00× (0.9') as string,
      after: expect.stringMatching(/: no difference larger than 5/) as string,
    });
  });

  it.each([
    ['measured nothing', entry('quoted'), [near], 'Nothing here was measured'],
    [
      'did not ask the main question',
      entry('burst', '2026-11-22-published-calls-at-once-1'),
      [near],
      'It has no run of “Lumenize',
    ],
    ['is the first of its way of measuring', near, [], 'No earlier entry was measured'],
    ['ran over another network', near, [away], 'over the same network'],
    [
      'ran from another kind of client',
      entry('browser', '2026-11-22-the-published-library-2'),
      [near],
      'from the same kind of client',
    ],
    [
      'ran in another setting',
      entry('wrangler', '2026-11-21-socket-protocol-server-3'),
      [entry('workerd', '2026-11-21-socket-protocol-server-1')],
      'in the same setting',
    ],
  ])('says why there is no number where an entry %s', (_, now, earlier, why) => {
    const { none } = sinceLast(study, now, earlier) as { none: string };
    expect(none).toContain(why);
  });
});
