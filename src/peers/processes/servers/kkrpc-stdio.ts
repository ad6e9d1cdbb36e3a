import { BunIo, DenoIo, NodeIo, RPCChannel } from 'kkrpc';
import type { PeerService } from '../../service.ts';
import { thisRuntime } from '../runtimes.ts';
import { expose } from './kkrpc.ts';

declare const Bun: { stdin: { stream(): ReadableStream<Uint8Array> } };
declare const Deno: { stdin: { readable: ReadableStream<Uint8Array> } };

const adapters = {
  node: () => new NodeIo(process.stdin, process.stdout),
  bun: () => new BunIo(Bun.stdin.stream()),
  deno: () => new DenoIo(Deno.stdin.readable),
};

/** Each runtime’s own adapter, as the library’s documentation has it. */
export function serve(service: PeerService): void {
  new RPCChannel(adapters[thisRuntime()](), { expose: expose(service) });
}
