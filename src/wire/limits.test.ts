import { expect, it } from 'vitest';
import { closeCodes, limits } from './limits.ts';

const MIB = 1024 * 1024;

it('bounds what the message of a stranger may cost', () => {
  expect(limits).toEqual({
    maxMessageBytes: 2 * MIB,
    objectId: 'a random UUID (version 4) in lower case',
    message: {
      depth: 10_240,
      values: 16_384,
      special: 8192,
      digits: 1024,
      calls: 1000,
      lines: 8192,
      subprotocol: 256,
    },
    answer: { bytes: 4 * MIB, valueBytes: 64 },
    socket: { queuedBytes: 8 * MIB, closeSeconds: 5 },
    time: { passMs: 10, watchEvery: 64, watchEveryMs: 10 },
    streams: { seconds: 20, atOnce: 1024 },
    callbacks: { perCall: 100, waiting: 1000, bytes: 1024 },
  });
});

it('closes sockets with the codes of RFC 6455 and its registry', () => {
  const named = { normal: 1000, goingAway: 1001, unsupported: 1003, policy: 1008 };
  expect(closeCodes).toEqual({ ...named, tooBig: 1009, tryLater: 1013 });
});
