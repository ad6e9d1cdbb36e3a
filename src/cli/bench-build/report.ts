/** The result for a terminal. */
import { columns, several } from '../text.ts';
import type { BenchBuildResult } from './bench.ts';

/** Tables of the builds, of what is promised and of the page's weight. */
export function reportText({
  siteEntries,
  node,
  processors,
  base,
  sizes,
  weight,
  limits,
}: BenchBuildResult): string {
  const builds = [
    { entries: 0, records: 0, recordsMB: 0, secondsPerEntry: undefined, ...base },
    ...sizes,
  ].map((size) => [
    String(size.entries),
    String(size.records),
    size.recordsMB.toFixed(1),
    size.seconds.toFixed(1),
    size.cpuSeconds.toFixed(1),
    size.secondsPerEntry === undefined ? '' : (size.secondsPerEntry * 1000).toFixed(0),
    size.peakMB.toFixed(0),
  ]);
  const promised = limits.map(({ name, value, unit, limit, within }) => [
    name,
    `${value.toFixed(2)} ${unit}`,
    `${limit} ${unit}`,
    within ? 'within' : 'beyond',
  ]);
  const scripts = weight.scripts.map(({ file, kB }) => [file, kB.toFixed(1)]);
  return [
    `${several(siteEntries, 'entry').replace(/ys$/, 'ies')} of the site's own; ${node}, ${several(processors, 'processor')}`,
    '',
    ...columns(
      ['added', 'records', 'MB', 'build (s)', 'processor (s)', 'an entry (ms)', 'memory (MB)'],
      builds,
      [],
    ),
    '',
    ...columns(['promised', 'is', 'at most', ''], promised, [0, 3]),
    '',
    `${weight.page}: HTML ${weight.htmlKB.toFixed(1)}, CSS ${weight.cssKB.toFixed(1)}, ` +
      `scripts ${weight.scriptsKB.toFixed(1)} kB, with Brotli`,
    ...columns(['script', 'kB'], scripts),
  ].join('\n');
}
