import type { ProbeServer } from '../../../bench-workers/probes/server.ts';
import type { ProbeService } from '../../../bench-workers/probes/service.ts';
import { probeMethods } from '../../service/methods.ts';

/** One JSON message each way, over a socket that may sleep. */
export const probeServer: ProbeServer = {
  open: (_request, { upgrade, ctx }) => upgrade((socket) => ctx.acceptWebSocket(socket)),
  sleeping: {
    async take(socket, message, { shared }) {
      socket.send(await answerRaw(shared, typeof message === 'string' ? message : ''));
    },
  },
};

/** Answers one frame of the baseline: parse, call, answer. */
async function answerRaw(service: ProbeService, message: string): Promise<string> {
  let id: unknown = -1;
  try {
    const call = JSON.parse(message) as { id: number; method: string; args: unknown[] };
    id = call.id;
    const method = probeMethods.find((name) => name === call.method);
    if (method === undefined)
      throw new TypeError(`method: got ${JSON.stringify(call.method).slice(0, 80)}`);
    const implementation = Reflect.get(service, method) as (...args: unknown[]) => unknown;
    const result: unknown = await implementation.apply(service, call.args);
    return JSON.stringify({ id, result });
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : new Error(String(error));
    return JSON.stringify({ id, error: { name, message: text } });
  }
}
