import { dataLacks, hibernating, inMemory, jsonLacks, type System } from '../system.ts';

export const rawWebSocket: System = {
  id: 'raw-websocket',
  label: 'Plain WebSocket',
  spoken: 'a plain WebSocket',
  description:
    'A hand-written WebSocket without any library, with one small JSON message each way.',
  homepage: 'https://developer.mozilla.org/docs/Web/API/WebSocket',
  versions: {},
  probed: hibernating.name,
  arms: [
    {
      ...inMemory,
      streams: { label: 'Plain WebSocket, in memory', spoken: 'a plain WebSocket' },
    },
    {
      ...hibernating,
      streams: {
        label: 'Plain WebSocket, hibernating',
        spoken: 'a hibernating plain WebSocket',
      },
    },
  ],
  lacks: [
    ...jsonLacks,
    'NaN and infinities in typed arrays.',
    'Cycles.',
    ...dataLacks,
    'Batching: one message for all calls of a tick.',
  ],
  cannot: {
    structured: 'Its messages are JSON alone.',
  },
};
