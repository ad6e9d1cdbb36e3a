/** Whether a run agrees with the published result, and what it cannot say, in fixed sentences. */
import { formatRatio } from '../numbers/format.ts';
import { formatInterval, type Quantity } from '../numbers/quantity.ts';
import { clientName, distanceName } from '../results/names.ts';
import { differencesBetween } from '../results/conditions.ts';
import { comparedTime } from '../results/pairs.ts';
import type { Row } from '../results/result.ts';
import type { LibraryCell } from '../tables/table.ts';
import type { Panel } from './panel.ts';

/** Part by which two ratios may differ and still agree, as far as a reader’s choice goes. */
const MARGIN = 0.05;

/** An arm that both results compare with the plain way of its group, under equal conditions. */
interface Pairing {
  arm: string;
  plain: string;
  published: Quantity;
  yours: Quantity;
}

function pairingsOf(panel: Panel, own: readonly Row[]): Pairing[] {
  const ratioIn = (all: readonly Row[], arm: string, plain: string): Quantity | undefined => {
    const row = all.find((each) => each.arm === arm);
    const reference = all.find((each) => each.arm === plain);
    if (row === undefined || differencesBetween(row, reference).length > 0) return undefined;
    return comparedTime(row, reference).ratio;
  };
  return panel.groups.flatMap(({ arms, plain }) =>
    arms.flatMap((arm): Pairing[] => {
      const published = ratioIn(panel.rows, arm, plain);
      const yours = ratioIn(own, arm, plain);
      return published && yours ? [{ arm, plain, published, yours }] : [];
    }),
  );
}

/** Two ratios agree where their intervals overlap, or where they differ by 5 % at most. */
export function agree(one: Quantity, other: Quantity): boolean {
  const { low = one.value, high = one.value } = one;
  const { low: otherLow = other.value, high: otherHigh = other.value } = other;
  const overlap = low <= otherHigh && otherLow <= high;
  return overlap || Math.abs(Math.log(one.value / other.value)) <= Math.log(1 + MARGIN);
}

/**
 * The sentence over the table.
 *
 * @param own rows of the reader's run, of the panel's operation
 * @param leading arm that the second sentence is about, where both results have it
 */
export function agreementText(
  panel: Panel,
  own: readonly Row[],
  library: (arm: string) => Pick<LibraryCell, 'label'>,
  leading?: string,
): string {
  const pairings = pairingsOf(panel, own);
  const first = pairings.find(({ arm }) => arm === leading) ?? pairings[0];
  if (first === undefined) {
    if (own.some(({ conditions }) => conditions)) {
      return 'The configurations of your run had different conditions, so they cannot be compared.';
    }
    return own.some(({ time }) => time)
      ? 'Your result has no library that the published one compares, so they cannot be compared.'
      : 'Your run ended before four sessions were done, so there is nothing to compare yet.';
  }
  const agreeing = pairings.filter(({ published, yours }) => agree(published, yours)).length;
  const { arm, plain, published, yours } = first;
  const ends = formatInterval(yours);
  const interval = ends === '' ? '' : ` (95 % CI ${ends})`;
  // Of its configuration the heading of its group says enough: `Plain WebSocket, in memory`.
  const [name = ''] = library(plain)
    .label.replace(/^Plain/, 'a plain')
    .split(',');
  return (
    `Your result agrees with the published one in ${agreeing} of ${pairings.length} rows. ` +
    `${library(arm).label} takes ${formatRatio(yours.value)} ${name}’s time from here${interval}; ` +
    `published: ${formatRatio(published.value)}.`
  );
}

/** What the comparison leaves open: libraries that cannot run here, and another client or distance. */
export function limitsText(panel: Panel, notHere: readonly string[]): string {
  const { client, roundTripMs } = panel;
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(notHere);
  const absent =
    notHere.length === 0
      ? []
      : [`Not installed on this server, so not run: ${names}. This refutes no published result.`];
  const isElsewhere = client !== 'browser' || roundTripMs > 0;
  const place = isElsewhere
    ? [
        `The published result is from ${clientName(client)}, ${distanceName({ roundTripMs })}; yours is from this browser.`,
      ]
    : [];
  return [...absent, ...place].join(' ');
}
