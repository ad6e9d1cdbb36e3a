import type { System } from '../../../src/harness/study.ts';

export const rawWebSocket: System = {
  id: 'raw-websocket',
  label: 'Raw WebSocket',
  description:
    'The floor: one small JSON message each way over a hand-written WebSocket, with no library. What any RPC must at least cost.',
  homepage: 'https://developer.mozilla.org/docs/Web/API/WebSocket',
  versions: {},
  addressSuffix: '',
  arms: [
    { name: 'in-memory', label: 'in memory', accept: 'in-memory' },
    { name: 'hibernating', label: 'hibernating', accept: 'hibernating' },
  ],
  lacks: ['Types beyond JSON.', 'Errors with their stack.', 'Batching.', 'Pipelining.'],
  cannot: {},
};
