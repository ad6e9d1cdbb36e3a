import { RPCHandler as FetchHandler } from '@orpc/server/fetch';
import { encodeHibernationRPCEvent, HibernationPlugin } from '@orpc/server/hibernation';
import { BatchHandlerPlugin } from '@orpc/server/plugins';
import { RPCHandler as SocketHandler } from '@orpc/server/websocket';
import { checkText } from '../../../bench-workers/guard/socket-guard.ts';
import { closeCodes, limits, unreadable } from '../../../bench-workers/limits.ts';
import type { ProbeServer } from '../../../bench-workers/probes/server.ts';
import { answerRequest } from './server.ts';
import { checkOrpc } from './check.ts';
import { probeRouter } from './probe-router.ts';

const handlers = {
  socket: new SocketHandler(probeRouter, { plugins: [new HibernationPlugin()] }),
  fetch: new FetchHandler(probeRouter, { plugins: [new BatchHandlerPlugin()] }),
};

/** What ends the JSON of a message that has a file behind it. */
const END_OF_JSON = 0xff;

/** Longest message with a file behind it, in bytes: that of a probe has some hundred. */
const LONGEST_FILE = 65_536;
const BACKSLASH = 0x5c;

/**
 * Whether a message with a file behind it may be read. The file may be a form with an input in it,
 * whose costly values cannot be spelt without a backslash: nobody looks into it here.
 */
function isFileWelcome(message: ArrayBuffer): boolean {
  return message.byteLength <= LONGEST_FILE && !new Uint8Array(message).includes(BACKSLASH);
}

/** The JSON of such a message. */
function headOf(message: ArrayBuffer): string {
  const bytes = new Uint8Array(message);
  const end = bytes.indexOf(END_OF_JSON);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

export const probeServer: ProbeServer = {
  answer: (request, { shared: service }) =>
    answerRequest(
      request,
      limits.answerSeconds.probes,
      (checked, prefix) =>
        handlers.fetch.handle(checked, { context: { service, keep: () => undefined }, prefix }),
      true,
    ),
  open: (_request, { upgrade, ctx }) => upgrade((socket) => ctx.acceptWebSocket(socket)),
  sleeping: {
    check: checkOrpc,
    take(socket, message, { shared: service }) {
      const context = { service, keep: (id: string) => socket.serializeAttachment(id) };
      if (typeof message !== 'string') {
        const wrong = isFileWelcome(message)
          ? checkText(headOf(message), undefined)
          : unreadable('a small file without backslashes');
        if (wrong !== undefined) return socket.close(wrong.code, wrong.reason);
      }
      handlers.socket
        .message(socket, message, { context })
        .catch(() => socket.close(closeCodes.policy, 'expected a message of oRPC'));
    },
    announce(tag, payload, { ctx }) {
      const listening = ctx.getWebSockets(tag).flatMap((socket) => {
        const id: unknown = socket.deserializeAttachment();
        return typeof id === 'string' ? [{ socket, id }] : [];
      });
      for (const { socket, id } of listening) socket.send(encodeHibernationRPCEvent(id, payload));
      return listening.length;
    },
    close: (socket) => handlers.socket.close(socket),
  },
};
