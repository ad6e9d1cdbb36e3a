/** The time of a call over a network, by the formula of the source’s script. */
import { formatNumber } from '../numbers/format.ts';

/** One call over one network. */
export interface Call {
  roundTripMs: number;
  /** Bandwidth in Mbit/s. */
  megabitsPerSecond: number;
  /** Bytes sent and received in one round trip. */
  payloadBytes: number;
  /** Time at both ends together, in ms. */
  processingMs: number;
}

/**
 * @param charges how often the round trip and the payload are charged: twice in the source, although both
 *   already cover the way there and back
 */
export function callMs(call: Call, charges: 1 | 2): number {
  const { roundTripMs, megabitsPerSecond, payloadBytes, processingMs } = call;
  // A Mbit/s is a thousand bits in a ms.
  const transferMs = (payloadBytes * 8) / (megabitsPerSecond * 1000);
  return charges * (roundTripMs + transferMs) + processingMs;
}

/** The computed cells of a row, by the names of their slots. */
export function timeTexts(call: Call, gapMs: number) {
  const [twice, once] = [callMs(call, 2), callMs(call, 1)];
  const ms = (value: number): string => formatNumber(value, 2);
  return {
    twice: ms(twice),
    'twice-and-gap': ms(twice + gapMs),
    once: ms(once),
    'once-and-gap': ms(once + gapMs),
    share: formatNumber((100 * gapMs) / once, 1),
  };
}
