import { RPCHandler as FetchHandler } from '@orpc/server/fetch';
import { RPCHandler as SocketHandler } from '@orpc/server/websocket';
import { ensureReadable, isFields, parseSkeleton } from '../../../bench-workers/guard/message.ts';
import type { Check } from '../../../bench-workers/guard/socket-guard.ts';
import { closeCodes, limits } from '../../../bench-workers/limits.ts';
import type { StreamServer } from '../../../bench-workers/probes/server.ts';
import { answerRequest } from './server.ts';
import { streamRouter } from './streams-router.ts';

const handlers = { socket: new SocketHandler(streamRouter), fetch: new FetchHandler(streamRouter) };

/** Kinds of messages, by the library’s numbers: a call is the first, and goes without. */
const KINDS: readonly unknown[] = [undefined, 1, 3, 4];
const EXPECTED = 'a call of oRPC, or an event of one';

/** Lets calls and events through whose values are JSON alone, as all items are. */
const check: Check = (text) => {
  ensureReadable(!text.includes('"meta"') && !text.includes('\\u'), 'values of JSON alone');
  const message = parseSkeleton(text);
  ensureReadable(isFields(message) && KINDS.includes(message['t']), EXPECTED);
  const { p: payload } = message;
  const headers = isFields(payload) ? payload['h'] : undefined;
  const types = isFields(headers) ? Object.values(headers) : [];
  ensureReadable(headers === undefined || types.join() === 'text/event-stream', EXPECTED);
};

export const streamServer: StreamServer = {
  answer: (request, { streams }) =>
    answerRequest(request, limits.answerSeconds.arms, (checked, prefix) =>
      handlers.fetch.handle(checked, { context: { streams }, prefix }),
    ),
  open: (_request, { upgrade, acceptInMemory, streams }) =>
    upgrade((socket) => {
      acceptInMemory(socket, check, (message) => {
        const refuse = () => socket.close(closeCodes.policy, 'expected a message of oRPC');
        if (typeof message !== 'string') return refuse();
        handlers.socket.message(socket, message, { context: { streams } }).catch(refuse);
      });
      socket.addEventListener('close', () => handlers.socket.close(socket));
    }),
};
