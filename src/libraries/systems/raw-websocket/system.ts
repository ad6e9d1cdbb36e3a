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
      streams: { label: 'Plain WebSocket, hibernating', spoken: 'a hibernating plain WebSocket' },
    },
  ],
  cannot: { structured: 'Its messages are plain JSON.' },
};

/**
 * A call: `{"id":1,"method":"increment","args":[1]}`, without `args` if there are none. Items of a stream are frames
 * of their own: to the server behind their call, to the client before their answer.
 */
export interface Call {
  id: number;
  method: string;
  args?: readonly unknown[];
}

/** Tag of every socket that hibernates. */
export const EVERYBODY = 'everybody';

/** Sent to every client that is connected, with no call before it: `{"news":"…"}`. */
export interface News {
  news: unknown;
}

/** The server calls the function that stayed behind with call 1: `{"callback":7,"of":1,"index":0}`. */
export interface Callback {
  callback: number;
  of: number;
  index: number;
}

/** The client’s answer to that: `{"callback":7,"result":2}`, or `{"callback":7,"error":"…"}`. */
export interface CallbackAnswer {
  callback: number;
  result?: unknown;
  error?: unknown;
}
