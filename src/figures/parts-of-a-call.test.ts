import { describe, expect, it } from 'vitest';
import { type CallParts, partsOfACall } from './parts-of-a-call.ts';
import { attributes, plain, textsOf, textsOutside, WIDTHS } from './testing/drawing.ts';

const title = 'Where the time goes: one call that writes';
const apart: CallParts[] = [
  {
    label: 'A raw WebSocket in memory',
    system: 'raw-websocket',
    parts: { network: 20, socket: 1.5, protocol: 0 },
  },
  {
    label: 'Lumenize’s protocol',
    system: 'lumenize',
    parts: { network: 20, socket: 1.5, protocol: 2.5 },
  },
];
const together: CallParts[] = [
  { label: 'Cap’n Web', system: 'capnweb', parts: { socket: 0.737, protocol: 0.15 } },
];
const figure = (rows: readonly CallParts[], width = 646) => partsOfACall({ rows, title, width });

/** Left and right ends of the bars’ parts, in px. */
function bars(rows: readonly CallParts[], width: number): Array<[number, number]> {
  const of = (name: string) => attributes(figure(rows, width), 'rect', name).map(Number);
  const [xs, widths, heights] = [of('x'), of('width'), of('height')];
  return xs.flatMap((x, at): Array<[number, number]> => {
    const [length = NaN, height] = [widths[at], heights[at]];
    return height === 14 ? [[x, x + length]] : [];
  });
}

describe('parts of a call', () => {
  it('says every part in its name, the network apart', () => {
    expect(plain(figure(apart).label)).toBe(
      'Where the time goes: one call that writes. A raw WebSocket in memory: network, there and back 20.0 ms, socket and server 1.50 ms, protocol 0.000 ms; 21.5 ms in all. Lumenize’s protocol: network, there and back 20.0 ms, socket and server 1.50 ms, protocol 2.50 ms; 24.0 ms in all.',
    );
  });

  it('names the network with the socket where it was not measured apart', () => {
    expect(plain(figure(together).label)).toBe(
      'Where the time goes: one call that writes. Cap’n Web: network, socket and server 0.737 ms, protocol 0.150 ms; 0.887 ms in all.',
    );
    const key = ['Network, there and back', 'Socket and server', 'Protocol'];
    expect(textsOf(figure(apart)).slice(0, 3)).toEqual(key);
    expect(textsOf(figure(together)).slice(0, 2)).toEqual([
      'Network, socket and server',
      'Protocol',
    ]);
  });

  it.each(WIDTHS)('puts the parts end to end, on one scale from nought, at %i px', (width) => {
    const [, , , network, socket, protocol] = bars(apart, width);
    expect(bars(apart, width)).toHaveLength(6);
    const [from = NaN, end = NaN] = [network?.[0], protocol?.[1]];
    expect(end - from).toBeGreaterThan(width / 3);
    const perMs = (end - from) / 24;
    expect(network?.[1]).toBeCloseTo(from + 20 * perMs, 3);
    expect(socket).toEqual([network?.[1], expect.closeTo(from + 21.5 * perMs, 3)]);
    expect(protocol?.[0]).toBe(socket?.[1]);
  });

  it.each(WIDTHS)('has all its text inside at %i px, beside or over its bars', (width) => {
    for (const rows of [apart, together]) {
      expect(textsOutside(figure(rows, width))).toEqual([]);
    }
    expect(textsOf(figure(apart, width)).slice(3)).toEqual([
      'A raw WebSocket in memory',
      'Lumenize’s protocol',
      ...['21', '24'],
      ...['.5 ms', '.0 ms'],
    ]);
  });
});
