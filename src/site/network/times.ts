/** The time of a call over a network, by the formula of the source’s script. */
import { formatNumber, THIN } from '../../results/numbers/format.ts';
import { column, type Table, tableOf } from '../../results/tables/table.ts';

export interface Network {
  roundTripMs: number;
  megabitsPerSecond: number;
}

/** The reader’s inputs: a network of their own, and the call. */
export interface Inputs extends Network {
  /** Bytes sent and received in one round trip. */
  payloadBytes: number;
  /** Time at both ends together, in ms. */
  processingMs: number;
}

/**
 * @param charges how often the round trip and the payload are charged: twice in the source, although both
 *   already cover the way there and back
 */
function callMs(call: Inputs, charges: 1 | 2): number {
  const { roundTripMs, megabitsPerSecond, payloadBytes, processingMs } = call;
  // A Mbit/s is a thousand bits in a ms.
  const transferMs = (payloadBytes * 8) / (megabitsPerSecond * 1000);
  return charges * (roundTripMs + transferMs) + processingMs;
}

/** The table over the source’s networks and, last, the reader’s. Payload and processing count for every row. */
export function networkTable(
  networks: ReadonlyArray<Network & { label: string }>,
  inputs: Inputs,
  gapMs: number,
): Table {
  const rows = [
    ...networks.map(({ label, ...network }) => ({ label, call: { ...inputs, ...network } })),
    { label: 'Your network', call: inputs },
  ];
  const ms = (label: string, of: (call: Inputs) => number) =>
    column<(typeof rows)[number]>('number', label, ({ call }) => formatNumber(of(call), 2), 'ms');
  return tableOf(rows, {
    caption: 'A call over each network, by the formula',
    columns: [
      column('text', 'Network', ({ label, call }) => ({
        text: label,
        note: `${call.roundTripMs}${THIN}ms, ${call.megabitsPerSecond}${THIN}Mbit/s`,
      })),
      ms('Charged twice: Cap’n Web', (call) => callMs(call, 2)),
      ms('Charged twice: Lumenize RPC', (call) => callMs(call, 2) + gapMs),
      ms('Charged once: Cap’n Web', (call) => callMs(call, 1)),
      ms('Charged once: Lumenize RPC', (call) => callMs(call, 1) + gapMs),
      column(
        'number',
        'Gap, charged once',
        ({ call }) => formatNumber((100 * gapMs) / callMs(call, 1), 1),
        '%',
      ),
    ],
  });
}
