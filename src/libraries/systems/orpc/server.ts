import { RPCHandler as FetchHandler } from '@orpc/server/fetch';
import { encodeHibernationRPCEvent, HibernationPlugin } from '@orpc/server/hibernation';
import { BatchHandlerPlugin } from '@orpc/server/plugins';
import { RPCHandler as SocketHandler } from '@orpc/server/websocket';
import { unreadableBody } from '../../../../bench-workers/guard/requests.ts';
import { violationOf } from '../../../../bench-workers/guard/socket-guard.ts';
import { closeCodes, type Violation, unreadable } from '../../../wire/limits.ts';
import type { Server } from '../../../../bench-workers/server.ts';
import { makeCheck } from './check.ts';
import { router } from './router.ts';
import { HTTP_BATCH } from './system.ts';

const sockets = new SocketHandler(router, { plugins: [new HibernationPlugin()] });
const requests = new FetchHandler(router);
const batches = new FetchHandler(router, { plugins: [new BatchHandlerPlugin()] });

/** The byte between the JSON of a message and the file behind it. */
const END_OF_JSON = 0xff;
const BACKSLASH = 0x5c;
/** Longest message with a file behind it, in bytes: that of a question has some hundred. */
const LONGEST_FILE = 65_536;

/**
 * Checks a message with a file behind it. The file may be a form with an input, which nothing here parses. Without
 * a backslash it has no costly values.
 */
function violationOfFile(message: ArrayBuffer): Violation | undefined {
  const bytes = new Uint8Array(message);
  if (bytes.length > LONGEST_FILE || bytes.includes(BACKSLASH)) {
    return unreadable('a small file without backslashes');
  }
  const end = bytes.indexOf(END_OF_JSON);
  const head = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  return violationOf(head, () => undefined);
}

/** Both kinds of socket, requests, and batches of them. */
export const server: Server = {
  makeCheck,
  query: 'data',
  // A batch, and the place at which a stream goes on that was cut off.
  headers: ['X-ORPC-Batch', 'Last-Event-ID'],
  accept: () => ({ tags: ['orpc'] }),
  serve(link, { service }) {
    const { socket } = link;
    const context = { service, keep: (id: string) => void (link.note = id) };
    return {
      async take(message) {
        const data = message instanceof Blob ? await message.arrayBuffer() : message;
        const wrong = typeof data === 'string' ? undefined : violationOfFile(data);
        if (wrong !== undefined) return link.refuse(wrong);
        // It is no message of the protocol, or has no answer that could be sent.
        const refuse = () => link.end(closeCodes.policy, 'expected a message of oRPC');
        await sockets.message(socket, data, { context }).catch(refuse);
      },
      close: () => sockets.close(socket),
    };
  },
  async answer({ request, base }, { service }, arm) {
    const isBatched = arm === HTTP_BATCH && request.method === 'POST';
    const { response } = await (isBatched ? batches : requests).handle(request, {
      prefix: base as `/${string}`,
      context: { service, keep: () => undefined },
    });
    return response ?? unreadableBody('a procedure of the contract');
  },
  announce(_tag, payload, links) {
    const listening = links.flatMap(({ socket, note }) => (note ? [{ socket, note }] : []));
    for (const { socket, note } of listening) {
      socket.send(encodeHibernationRPCEvent(note, payload));
    }
    return listening.length;
  },
};
