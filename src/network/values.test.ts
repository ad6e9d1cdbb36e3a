import { describe, expect, it } from 'vitest';
import {
  fieldIds,
  fields,
  modelOf,
  positionOf,
  readNumber,
  readQuery,
  STEPS,
  valueAt,
  type Values,
  valuesOf,
  writeQuery,
} from './values.ts';

const defaults: Values = valuesOf(
  { baseLatencyMs: 10, megabitsPerSecond: 100 },
  { payloadBytes: 345, processingMs: 0.247 },
  { payloadBytes: 345, processingMs: 0.105 },
  'once',
);

describe('values', () => {
  it('stand for a network and two calls, and back', () => {
    const { path, lumenize, capnweb } = modelOf(defaults);
    expect(valuesOf(path, lumenize, capnweb, 'once')).toEqual(defaults);
  });
});

describe('readNumber', () => {
  it.each([
    ['10', 10],
    [' 0.05 ', 0.05],
    ['1e3', 1000],
    ['.5', 0.5],
    ['0', 0],
  ])('reads "%s"', (text, number) => expect(readNumber(fields.latency, text)).toBe(number));

  it.each(['', 'fast', '-1', '1e9', '0x10', 'Infinity', 'NaN', '1,5', '1 000'])(
    'refuses "%s" and says what it expects',
    (text) => {
      expect(() => readNumber(fields.latency, text)).toThrow(
        `latency: got "${text}", expected a number from 0 to 60000 ms`,
      );
    },
  );

  it('refuses a bandwidth of nothing, over which no byte would ever arrive', () => {
    expect(() => readNumber(fields.bandwidth, '0')).toThrow('expected a number from 0.001');
  });
});

describe('the address', () => {
  it('asks for nothing where nothing stands', () => {
    expect(readQuery('')).toEqual({ values: {}, refused: [] });
    expect(readQuery('?utm=x')).toEqual({ values: {}, refused: [] });
  });

  it('gives back what was written, and holds only what differs', () => {
    expect(writeQuery(defaults, defaults)).toBe('');
    const changed: Values = { ...defaults, latency: 30.5, counting: 'source' };
    const query = writeQuery(changed, defaults);
    expect(query).toBe('?latency=30.5&counting=source');
    expect({ ...defaults, ...readQuery(query).values }).toEqual(changed);
  });

  it('leaves the parameters of others', () => {
    expect(writeQuery(defaults, defaults, '?latency=3&theme=x')).toBe('?theme=x');
  });

  it('reads what can be read, and names each that cannot', () => {
    expect(readQuery('?latency=fast&bandwidth=50&counting=thrice&capnweb-payload=-1')).toEqual({
      values: { bandwidth: 50 },
      refused: [
        'latency: got "fast", expected a number from 0 to 60000 ms',
        'capnweb-payload: got "-1", expected a number from 0 to 1000000000 B',
        'counting: got "thrice", expected one of once, source',
      ],
    });
  });
});

describe.each(fieldIds)('the slider of %s', (id) => {
  const field = fields[id];

  it('runs from end to end and always upwards', () => {
    const values = Array.from({ length: STEPS + 1 }, (_, step) => valueAt(step, field));
    expect([values[0], values[STEPS]]).toEqual([field.low, field.high]);
    for (const [step, value] of values.entries()) {
      if (step > 0) expect(value).toBeGreaterThan(values[step - 1] ?? NaN);
      expect(positionOf(value, field)).toBe(step);
    }
  });

  it('stops at its ends for values beyond them', () => {
    expect(positionOf(0, field)).toBe(0);
    expect(positionOf(field.most, field)).toBe(STEPS);
  });
});
