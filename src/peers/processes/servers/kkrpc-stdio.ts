import { BunIo, DenoIo, NodeIo, RPCChannel } from 'kkrpc';
import { thisRuntime } from '../runtimes.ts';
import { type ProcessService, reach } from '../service.ts';

declare const Bun: { stdin: { stream(): ReadableStream<Uint8Array> } };
declare const Deno: { stdin: { readable: ReadableStream<Uint8Array> } };

const adapters = {
  node: () => new NodeIo(process.stdin, process.stdout),
  bun: () => new BunIo(Bun.stdin.stream()),
  deno: () => new DenoIo(Deno.stdin.readable),
};

/** Each runtime’s own adapter, as the library’s documentation has it. */
export function serve(service: ProcessService): void {
  new RPCChannel(adapters[thisRuntime()](), { expose: reach(service) });
}
