import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeIo, RPCChannel } from 'kkrpc';
import { type ProcessService, reach } from '../service.ts';
import { announce } from './announce.ts';

/** The library has no adapter of that name: its NodeIo takes any pair of streams, and a socket is both. */
export async function serve(service: ProcessService): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-'));
  const path = join(folder, 'socket');
  const server = createServer((socket) => {
    // Nobody else is to connect, and a process that is killed cannot tidy up.
    rmSync(folder, { recursive: true, force: true });
    new RPCChannel(new NodeIo(socket, socket), { expose: reach(service) });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  announce(path);
}
