import type { Check } from '../../../../bench-workers/guard/frame.ts';
import { jsonError } from '../../../../bench-workers/http.ts';
import { closeCodes, limits } from '../../../wire/limits.ts';
import type { Server, ServerLink, Session } from '../../../../bench-workers/server.ts';
import type { Shape } from '../../../wire/service/items.ts';
import { cursorMembers, PlaceCursor, TokenAccount } from '../../../wire/service/objects.ts';
import { methodsOf, type Service } from '../../../wire/service/service.ts';
import { makeCheck } from './check.ts';
import { SUBPROTOCOL } from './rpc/protocol.ts';
import { answerFrame, publicFunctions, publicMembers, sendDownstream } from './rpc/server.ts';

publicMembers.set(PlaceCursor.prototype, cursorMembers);
publicMembers.set(TokenAccount.prototype, ['whoami']);

/** Sends the items of a stream to the caller. */
type Give = (shape: Shape) => Promise<void>;

/** The methods of the service, with the functions that they return declared. @param give absent for a request */
export function targetOf(service: Service, give?: Give): object {
  return {
    ...methodsOf(service),
    adder(first: number) {
      const adder = service.adder(first);
      publicFunctions.add(adder);
      return adder;
    },
    toolbox() {
      const tools = service.toolbox();
      publicFunctions.add(tools.add);
      return tools;
    },
    down(shape: Shape): Promise<void> {
      if (give !== undefined) return give(shape);
      throw new Error('down: got a request, expected a socket to send the items to');
    },
  };
}

/** How one of the two libraries answers. */
interface Library {
  makeCheck: (arm: string) => Check;
  /** Answers a text frame of a socket. Neither library answers one that is none of its own. */
  take(link: ServerLink, text: string, target: object): void;
  sendDownstream(clientId: string, object: Pick<ServerLink, 'ctx'>, payload: unknown): unknown;
}

/** A server half by one of the two libraries: its handlers for those who accept sockets themselves. */
export function serverBy(library: Library): Server {
  return {
    makeCheck: library.makeCheck,
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
        tags: clientId !== undefined ? [clientId] : undefined,
        headers: names.includes(SUBPROTOCOL)
          ? { 'Sec-WebSocket-Protocol': SUBPROTOCOL }
          : undefined,
      };
    },
    serve: (link, { service }) => connection(library, link, service),
    async announce(clientId, payload, sockets) {
      const [first] = sockets;
      if (first === undefined) return 0;
      await library.sendDownstream(clientId, first, payload);
      return sockets.length;
    },
  };
}

function connection(library: Library, link: ServerLink, service: Service): Session {
  const streams = new Set<AsyncGenerator>();
  /** Sends the items downstream. */
  const give: Give = async (shape) => {
    const [clientId] = link.ctx.getTags(link.socket);
    if (clientId === undefined) {
      throw new Error('down: got a client without an id, expected one that listens');
    }
    const items = service.down(shape);
    streams.add(items);
    try {
      for await (const item of items) {
        await library.sendDownstream(clientId, link, item);
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

export const server = serverBy({
  makeCheck,
  take: ({ socket }, text, target) =>
    void answerFrame(target, text, 'bench/lumenize', limits.message.calls)?.then((answer) =>
      socket.send(answer),
    ),
  sendDownstream,
});
