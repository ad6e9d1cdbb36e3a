import { hibernating, inMemory, type System } from '../system.ts';

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
      json: true,
      streams: { label: 'Plain WebSocket, in memory', spoken: 'a plain WebSocket' },
    },
    {
      ...hibernating,
      json: true,
      streams: {
        label: 'Plain WebSocket, hibernating',
        spoken: 'a hibernating plain WebSocket',
      },
    },
  ],
  cannot: {
    structured: 'Its messages are JSON alone.',
  },
};
