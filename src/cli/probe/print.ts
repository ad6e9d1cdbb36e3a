import type { Change } from '../../probes/compare.ts';
import { results } from '../../probes/probe.ts';
import type { ProbeResult } from '../../probes/run.ts';
import { columns } from '../../report/table.ts';
import { countOf } from '../../report/words.ts';

/** Results as a table, and how many there are of each. */
export function resultsAsText(found: readonly ProbeResult[]): string {
  const rows = found.map(({ probe, system, result, detail }) => [
    probe,
    system,
    result,
    shorten(detail),
  ]);
  const table = columns(['probe', 'system', 'result', 'what was seen'], rows, [0, 1, 2, 3]);
  const counts = results.map((result) => {
    const { length } = found.filter((each) => each.result === result);
    return `${length} ${result}`;
  });
  return [...table, '', `${countOf(found.length, 'result')}: ${counts.join(', ')}`].join('\n');
}

/** One line for each result that is not as recorded. */
export function changesAsText(changes: readonly Change[]): string {
  return changes
    .map(({ probe, system, was, is }) => {
      const before = was === undefined ? 'not recorded' : `recorded as ${was}`;
      return `${probe} of ${system}: ${before}, now ${is ?? 'without a result'}`;
    })
    .join('\n');
}

function shorten(detail: string): string {
  const line = detail.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
