import { hibernating, inMemory, type System } from '../../places/bench/system.ts';

export const rawWebSocket: System = {
  id: 'raw-websocket',
  label: 'Raw WebSocket',
  spoken: 'a raw WebSocket',
  description:
    'A hand-written WebSocket without any library, with one small JSON message each way: the least that any RPC over a socket must cost.',
  homepage: 'https://developer.mozilla.org/docs/Web/API/WebSocket',
  mark: 'square',
  colors: ['#3c5000', '#d6f28a'],
  versions: {},
  addressSuffix: '',
  probed: hibernating.name,
  arms: [inMemory, hibernating],
  lacks: [
    'Map and Set.',
    'Dates.',
    'BigInt.',
    'Uint8Array.',
    'Typed arrays besides Uint8Array.',
    'NaN and infinities.',
    'NaN and infinities in typed arrays.',
    'Cycles.',
    'Errors with their stack.',
    'Errors with their cause.',
    'Errors with their own fields.',
    'Pipelining: calls on a result that is still to come.',
    'Calls as arguments of calls.',
    'Mapping: a call for each item of a list that is still to come.',
    'Batching: one message for all calls of a tick.',
  ],
  cannot: {
    structured: 'Its messages are JSON alone.',
  },
  between: {
    name: 'WebSocket',
    does: 'one JSON message each way, written by hand, over a socket that may hibernate',
  },
};
