import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HTTPServerIO, RPCChannel } from 'kkrpc';
import { thisRuntime } from '../runtimes.ts';
import { type ProcessService, reach } from '../service.ts';
import { announce } from './announce.ts';

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

/** Each runtime’s own server, as the library’s documentation and its examples have it. */
export async function serve(service: ProcessService): Promise<void> {
  const io = new HTTPServerIO();
  new RPCChannel(io, { expose: reach(service) });
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
}

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
