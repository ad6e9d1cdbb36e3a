import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { bundleOptions } from '../src/cli/shared/bench.ts';
import type { WebSocketClass } from '../src/core/plan/index.ts';
import { noMeter, openSocket } from '../src/wire/links/link.ts';
import { VirtualSocket } from '../src/core/testing/virtual-bench.ts';
import { allCallArms } from '../src/libraries/systems/arms.ts';
import { systems } from '../src/libraries/systems/index.ts';

/** A socket that nobody answers. */
class RefusedSocket extends VirtualSocket {
  constructor(url: string, protocols?: string | string[]) {
    super(url, protocols);
    queueMicrotask(() => this.close(1006));
  }
}
const Refused = RefusedSocket as unknown as WebSocketClass;

const overSockets = allCallArms().filter(({ accept }) => accept !== 'request');
it.each(overSockets)('the client of $id opens its socket as all others do', async (arm) => {
  const origin = 'https://bench.example.org';
  const shared = await openSocket(new Refused(origin.replace('http', 'ws'))).catch(String);
  const open = await arm.load();
  const ends = { origin, object: crypto.randomUUID(), WebSocketClass: Refused };
  const opening = open({ ...ends, meter: noMeter, deadlineMs: Infinity });
  expect(await opening.catch(String)).toBe(shared);
});

/** The client by which an object calls another object. */
const BETWEEN_OBJECTS = /^src\/libraries\/systems\/lumenize\/rpc\/client(\.ts|\/)/;

it('the Worker has the servers of all libraries, and no client', async () => {
  const options = bundleOptions(process.cwd(), 'src/libraries/worker.ts', 'worker.js');
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const own = Object.keys(metafile.inputs).filter((file) => /^(src|bench-workers)\//.test(file));
  const servers = systems.map(({ id }) => `src/libraries/systems/${id}/server.ts`);
  expect(own).toEqual(expect.arrayContaining(servers));
  const clients = own.filter((file) => /\/clients?(\.ts|\/)/.test(file));
  expect(clients.filter((file) => !BETWEEN_OBJECTS.test(file))).toEqual([]);
  // The one between objects is found, so that another would be found too.
  expect(clients).not.toEqual([]);
});
