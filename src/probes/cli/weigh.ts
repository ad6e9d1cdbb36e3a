/** Bundles a client as a page would, and weighs it. */
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'esbuild';
import type { SystemId } from '../kit/kit.ts';

/** What a page imports to call a method over a WebSocket. */
const entries: { [S in SystemId]: string } = {
  lumenize: `export { createRpcClient, createWebSocketTransport } from './src/systems/lumenize/rpc/client.ts';`,
  capnweb: `export { newWebSocketRpcSession } from 'capnweb';`,
  kkrpc: `export { RPCChannel } from 'kkrpc/browser';`,
  trpc: `export { createTRPCClient, createWSClient, wsLink } from '@trpc/client';`,
  orpc: `export { createORPCClient } from '@orpc/client'; export { RPCLink } from '@orpc/client/websocket';`,
  'fetch-json': `export { connect } from './src/systems/fetch-json/client.ts';`,
  'raw-websocket': `export { connect } from './src/systems/raw-websocket/client.ts';`,
};

export interface Weight {
  /** Bytes, minified. */
  min: number;
  gzip: number;
  brotli: number;
  code: string;
  /** Packages that bytes of the bundle come from. */
  packages: string[];
}

const known = new Map<SystemId, Promise<Weight>>();

/** Weighs the client of a system, once. */
export function weigh(system: SystemId): Promise<Weight> {
  const weight = known.get(system) ?? bundle(entries[system]);
  known.set(system, weight);
  return weight;
}

async function bundle(contents: string): Promise<Weight> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
    outfile: 'client.js',
    logLevel: 'silent',
  });
  const [{ contents: bytes, text } = { contents: new Uint8Array(), text: '' }] = outputFiles;
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs: parts }) =>
    Object.entries(parts).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const names = inputs.map(
    ([file]) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/[^]*$/.exec(file)?.[1] ?? '',
  );
  return {
    min: bytes.byteLength,
    gzip: (await promisify(gzip)(bytes, { level: 9 })).byteLength,
    brotli: (await promisify(brotliCompress)(bytes)).byteLength,
    code: text,
    packages: [...new Set(names.filter((name) => name !== ''))].sort(),
  };
}

/** `15.0 kB` */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
