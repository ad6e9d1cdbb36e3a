/** kkrpc over WebSockets and over HTTP, as its documentation and its examples have each. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HTTPClientIO, HTTPServerIO, WebSocketClientIO, WebSocketServerIO } from 'kkrpc';
import type { Meter } from '../../harness/plan/index.ts';
import {
  announce,
  type CallerSide,
  ProcessService,
  thisRuntime,
  type Transport,
  type TransportWithin,
} from '../../places/processes/service.ts';
import { callOver, serveOver } from './process-calls.ts';

type Handle = (request: Request) => Promise<Response>;
declare const Bun: {
  serve(options: { hostname: string; port: number; fetch: Handle }): { port: number };
};
declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    handle: Handle,
  ): { addr: { port: number } };
};

/** Over a WebSocket, with the class that the runtime has. The adapter waits for the socket to open before it sends. */
function openSocketAt(url: string, meter: Meter): CallerSide {
  const Plain = globalThis.WebSocket;
  let lost: (code: number) => void = () => undefined;
  // The adapter takes the class that there is, and keeps its socket for itself.
  globalThis.WebSocket = class extends Plain {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }: MessageEvent<string>) => meter.count('in', data));
      this.addEventListener('close', ({ code }) => lost(code));
    }
    override send(data: string): void {
      meter.count('out', data);
      super.send(data);
    }
  };
  let io: WebSocketClientIO;
  try {
    io = new WebSocketClientIO({ url });
  } finally {
    globalThis.WebSocket = Plain;
  }
  const { operations, end } = callOver(io);
  lost = (code) => {
    const how = `the socket closed with code ${code}`;
    end(how);
    meter.lost(how);
  };
  return {
    operations,
    close() {
      end('the connection is closed');
      io.destroy();
    },
  };
}

/**
 * A server of the package `ws`, as the library’s documentation has it for all runtimes.
 *
 * @returns its address, and what stops it
 */
async function listenForSockets(service: ProcessService) {
  // No caller needs it, and to load it takes time and memory.
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    serveOver(new WebSocketServerIO(socket as unknown as WebSocket), service);
  });
  await new Promise<void>((resolve, reject) =>
    server.once('listening', resolve).once('error', reject),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}`, close: () => server.close() };
}

const websocket: Transport = {
  open: async (server, meter) => openSocketAt(await server.listening(), meter),
  serve: async (service) => announce((await listenForSockets(service)).url),
};

/** The server is in the same process, and has its turn when the client waits. */
const oneProcess: TransportWithin = {
  async openWithin(meter) {
    const { url, close } = await listenForSockets(new ProcessService());
    const side = openSocketAt(url, meter);
    return {
      ...side,
      close() {
        side.close();
        close();
      },
    };
  },
};

/** The meter of each address that requests go to: the adapter takes the fetch that there is. */
const meters = new Map<string, Meter>();
const plain = globalThis.fetch;

/** Counts bodies, as the library writes and reads them: texts. */
const counting: typeof globalThis.fetch = async (input, init) => {
  const meter = typeof input === 'string' ? meters.get(input) : undefined;
  if (meter === undefined) return await plain(input, init);
  meter.count('out', init?.body as string);
  const response = await plain(input, init);
  const text = response.text.bind(response);
  response.text = async () => {
    const body = await text();
    meter.count('in', body);
    return body;
  };
  return response;
};

async function listenInNode(
  io: HTTPServerIO,
  { hostname, port }: { hostname: string; port: number },
): Promise<number> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.end(await io.handleRequest(Buffer.concat(chunks).toString('utf8')));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, hostname, resolve));
  return (server.address() as AddressInfo).port;
}

/** A request for each call, on connections that the runtime keeps alive, to each runtime’s own server. */
const http: Transport = {
  async open(server, meter) {
    const url = `${await server.listening()}/rpc`;
    globalThis.fetch = counting;
    meters.set(url, meter);
    const { operations, end } = callOver(new HTTPClientIO({ url }), server.ended);
    return {
      operations,
      close() {
        end('the connection is closed');
        meters.delete(url);
      },
    };
  },
  async serve(service) {
    const io = new HTTPServerIO();
    serveOver(io, service);
    const at = { hostname: '127.0.0.1', port: 0 };
    const handle: Handle = async (request) => {
      const answer = await io.handleRequest(await request.text());
      return new Response(answer, { headers: { 'Content-Type': 'application/json' } });
    };
    const start = {
      node: () => listenInNode(io, at),
      bun: () => Bun.serve({ ...at, fetch: handle }).port,
      deno: () => Deno.serve({ ...at, onListen: () => undefined }, handle).addr.port,
    };
    announce(`http://127.0.0.1:${await start[thisRuntime()]()}`);
  },
};

export const transports = { websocket, 'one-process-websocket': oneProcess, http };
