import type { Check } from '../../../bench-workers/guard/frame.ts';
import { unreadableBody } from '../../../bench-workers/guard/requests.ts';
import { jsonError } from '../../../bench-workers/http.ts';
import { closeCodes, limits } from '../../../bench-workers/limits.ts';
import type { Server, ServerLink, Session } from '../../../bench-workers/server.ts';
import { methodNames } from '../../service/arguments.ts';
import type { Shape } from '../../service/items.ts';
import { cursorMembers, PlaceCursor, TokenAccount } from '../../service/objects.ts';
import type { Service } from '../../service/service.ts';
import { guard } from './guard.ts';
import {
  answerOwnFrame,
  declarePublicFunction,
  declarePublicMembers,
  handleRpcRequest,
  sendDownstream,
  SUBPROTOCOL,
} from './rpc/server.ts';

declarePublicMembers(PlaceCursor, cursorMembers);
declarePublicMembers(TokenAccount, ['whoami']);

/** Gives the items of a stream to whoever called; undefined where nothing can be sent without a question. */
type Give = (shape: Shape) => Promise<void>;

/** What clients reach: the methods of the service, with what they return declared. */
function targetOf(service: Service, give?: Give): object {
  const methods = methodNames.map((name) => {
    const method = Reflect.get(service, name) as (...args: unknown[]) => unknown;
    return [name, method.bind(service)] as const;
  });
  return Object.assign(Object.fromEntries(methods), {
    adder: (first: number) => declarePublicFunction(service.adder(first)),
    toolbox() {
      const tools = service.toolbox();
      declarePublicFunction(tools.add);
      return tools;
    },
    down(shape: Shape): Promise<void> {
      if (give !== undefined) return give(shape);
      throw new Error('down: got a request, expected a socket to send the items to');
    },
  });
}

/** How one of the two libraries answers. */
interface Library {
  guard: (arm: string) => Check;
  /** Answers a text frame of a socket. Neither library answers one that is none of its own. */
  take(link: ServerLink, text: string, target: object): void;
  /** Answers a batch that was posted. */
  answer(request: Request, target: object): Promise<Response | undefined>;
  sendDownstream(clientId: string, object: object, payload: unknown): Promise<unknown>;
}

/** A server half by one of the two libraries: its handlers for those who accept sockets themselves. */
export function serverBy(library: Library): Server {
  return {
    guard: library.guard,
    accept(request) {
      const offered = request.headers.get('Sec-WebSocket-Protocol') ?? '';
      const most = limits.message.subprotocol;
      if (offered.length > most) {
        const got = `got ${offered.length} characters`;
        return jsonError(400, 'subprotocol', `subprotocol: ${got}, expected at most ${most}`);
      }
      const names = offered.split(',').map((name) => name.trim());
      const [, clientId] = /lumenize\.rpc\.clientId\.([^\s,]+)/.exec(offered) ?? [];
      return {
        // Users broadcast to every tag that they find: another would be a client that does not exist.
        ...(clientId !== undefined && { tags: [clientId] }),
        ...(names.includes(SUBPROTOCOL) && { headers: { 'Sec-WebSocket-Protocol': SUBPROTOCOL } }),
      };
    },
    serve: (link, { service }) => connection(library, link, service),
    answer: async ({ request }, { service }) =>
      (await library.answer(request, targetOf(service))) ?? unreadableBody('a batch of calls'),
    async announce(clientId, payload, sockets) {
      const [first] = sockets;
      if (first === undefined) return 0;
      await library.sendDownstream(clientId, { ctx: first.ctx }, payload);
      return sockets.length;
    },
  };
}

function connection(library: Library, link: ServerLink, service: Service): Session {
  const streams = new Set<AsyncGenerator>();
  /** Sends the items downstream, as all goes that is no answer. */
  const give: Give = async (shape) => {
    const [clientId] = link.ctx.getTags(link.socket);
    if (clientId === undefined) {
      throw new Error('down: got a client without an id, expected one that listens');
    }
    const items = service.down(shape);
    streams.add(items);
    try {
      for await (const item of items) {
        await library.sendDownstream(clientId, { ctx: link.ctx }, item);
      }
    } finally {
      streams.delete(items);
    }
  };
  const target = targetOf(service, give);
  return {
    take(message) {
      if (typeof message === 'string') library.take(link, message, target);
      else link.end(closeCodes.unsupported, 'expected text frames');
    },
    // Neither library tells its methods of a client that left: that a stream ends then is this bench’s doing.
    close() {
      for (const items of streams) void items.return(undefined);
    },
  };
}

const TYPE = 'bench/lumenize';

export const server = serverBy({
  guard,
  take({ socket }, text, target) {
    const answer = answerOwnFrame({ target, publicMethods: methodNames }, text, TYPE);
    // Most calls end at once, and so does their answer, without a turn of the microtask queue.
    if (answer instanceof Promise) void answer.then(({ text: said }) => socket.send(said));
    else if (answer !== undefined) socket.send(answer.text);
  },
  answer: (request, target) =>
    handleRpcRequest(request, target, { prefix: TYPE, publicMethods: methodNames }),
  sendDownstream,
});
