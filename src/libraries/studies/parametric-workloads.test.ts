import { describe, expect, it } from 'vitest';
import { limits } from '../../wire/limits.ts';
import { payloadId, payloadLimits, payloadOutline, readPayloadId } from './parametric-workloads.ts';

describe('readPayloadId', () => {
  it.each([
    ['echo-2500x8', { way: 'echo', bytes: 2500, calls: 8 }],
    ['up-0x1', { way: 'up', bytes: 0, calls: 1 }],
    ['down-1000000x2', { way: 'down', bytes: 1_000_000, calls: 2 }],
    ['up-31250x64', { way: 'up', bytes: 31_250, calls: 64 }],
  ])('reads %s, and writes it so again', (id, load) => {
    const read = readPayloadId(id);
    expect(read).toEqual(load);
    expect(read && payloadId(read)).toBe(id);
  });

  it.each([
    'increment',
    'payload-echo-1k',
    'sideways-1x1',
    'echo-1',
    'echo-1.5x1',
    'echo--1x1',
    '',
  ])('leaves "%s" to others', (id) => expect(readPayloadId(id)).toBeUndefined());

  it.each([
    ['echo-1000001x1', 'got 1000001 bytes, expected a whole number from 0 to 1000000'],
    ['up-1x0', 'got 0 calls at once, expected a whole number from 1 to 64'],
    ['down-1x65', 'got 65 calls at once, expected a whole number from 1 to 64'],
    ['echo-31251x64', 'got 31251 bytes × 64 calls, expected at most 2000000 bytes at once'],
    ['echo-02500x8', 'got "echo-02500x8", expected it spelt "echo-2500x8"'],
    ['echo-2500x08', 'got "echo-2500x08", expected it spelt "echo-2500x8"'],
    ['up-00x1', 'got "up-00x1", expected it spelt "up-0x1"'],
  ])('refuses %s', (id, words) => {
    expect(() => readPayloadId(id)).toThrow(words);
  });
});

it('asks for no more at once than the bench takes in one message', () => {
  // What systems put around a payload, generously.
  const aroundEach = 1000;
  expect(payloadLimits.bytesAtOnce + payloadLimits.calls * aroundEach).toBeLessThan(
    limits.maxMessageBytes,
  );
});

describe('payloadOutline', () => {
  it('names size and calls', () => {
    expect(payloadOutline({ way: 'echo', bytes: 2500, calls: 8 })).toEqual({
      id: 'echo-2500x8',
      label: 'Echo of 2.5 kB, 8 calls at once',
      question:
        'How long is it until 8 calls made at once, each whose argument and answer are 2.5 kB of text, are all answered?',
      spoken: 'sending and getting back 2.5 kB 8 times at once',
      group: 'Payload and calls of your own',
      callsPerOperation: 8,
      bytesPerOperation: 40_000,
    });
    expect(payloadOutline({ way: 'down', bytes: 999, calls: 1 })).toMatchObject({
      label: 'Download of 999 B',
      question: 'How long does a call take whose answer is 999 B of text?',
      spoken: 'fetching 999 B',
    });
  });
});
