import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { draw } from './figure.ts';
import { networkParts } from './parts-of-a-call.ts';

const { document } = parseHTML('<!doctype html><html><body></body></html>');
const figure = networkParts({
  width: 700,
  counted: 'charged once',
  rows: [
    {
      network: 'Broadband',
      label: 'Lumenize RPC',
      system: 'lumenize',
      latencyMs: 6,
      transferMs: 2,
      processingMs: 2,
    },
  ],
});
const svg = draw(figure, { document });

describe('networkParts', () => {
  it('says every part with its value to those who cannot see it', () => {
    expect(svg.getAttribute('aria-label')?.replaceAll('\u202f', ' ')).toBe(
      'Parts of one call, charged once. Broadband: Lumenize RPC, 10.0 ms, of which base latency 6.00 ms, transfer 2.00 ms, 20 % processing.',
    );
  });

  it('has as its title what the parts say', () => {
    expect(figure.title.replaceAll('\u202f', ' ')).toBe(
      'Processing is 20.0 % of a call’s time, charged once',
    );
  });

  it('draws the parts one after the other, in proportion, the last in the system’s colour', () => {
    const bars = [...svg.querySelectorAll('rect[width]')].map((bar) => ({
      from: Number(bar.getAttribute('x')),
      width: Number(bar.getAttribute('width')),
      fill: bar.getAttribute('fill'),
    }));
    const whole = bars.reduce((sum, { width }) => sum + width, 0);
    expect(bars.map(({ width }) => width / whole)).toEqual([
      expect.closeTo(0.6, 6),
      expect.closeTo(0.2, 6),
      expect.closeTo(0.2, 6),
    ]);
    const starts = bars.map(({ from }) => from);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(bars.at(-1)?.fill).toBe('var(--rt-system-lumenize)');
  });
});
