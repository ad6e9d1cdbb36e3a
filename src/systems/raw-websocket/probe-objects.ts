import { type Connection, type ObjectProbed } from '../../places/objects/probe.ts';
import { callAsked } from '../../places/probes/asked.ts';
import { apiOf, callsByMessage } from '../../places/probes/probed.ts';

interface Call {
  id: number;
  method: string;
  args: unknown[];
}

/** One JSON message each way for each call, written by hand. */
export const probed: ObjectProbed = {
  async connect(callee) {
    const socket = await callee.socket();
    const api = apiOf<Connection['api']>(callsByMessage(socket));
    return { api, [Symbol.dispose]: () => socket.close() };
  },
  async answer(message, asked) {
    const { id, method, args } = JSON.parse(message) as Call;
    try {
      return JSON.stringify({ id, result: await callAsked(asked, method, args) });
    } catch (error) {
      const { name, message: text } = error as Error;
      return JSON.stringify({ id, error: { name, message: text } });
    }
  },
  skipped: [
    {
      probes: [
        'between-function',
        'between-function-kept',
        'between-reference',
        'between-reference-dispose',
      ],
      why: 'JSON has no functions.',
    },
    {
      probes: ['between-stream', 'between-stream-cancel', 'between-back-pressure'],
      why: 'A message of JSON holds no stream.',
    },
    { probes: ['between-pipelining'], why: 'JSON passes no object that could be called.' },
    { probes: ['between-cancel'], why: 'There is a message for it only if one writes one.' },
  ],
};
