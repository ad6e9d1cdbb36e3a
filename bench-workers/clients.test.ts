import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundleOptions } from '../src/cli/shared/bench.ts';
import type { WebSocketClass } from '../src/core/plan/index.ts';
import { noMeter } from '../src/wire/links/link.ts';
import { openSocket } from '../src/wire/links/socket.ts';
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

describe('a client half', () => {
  const overSockets = allCallArms().filter(({ accept }) => accept !== 'request');

  it.each(overSockets.map((arm) => [arm.id, arm] as const))(
    'of %s opens its socket as all others do',
    async (_, arm) => {
      const origin = 'https://bench.example.org';
      const shared = await openSocket(new Refused(origin.replace('http', 'ws'))).catch(String);
      const open = await arm.load();
      const opening = open({
        origin,
        object: crypto.randomUUID(),
        meter: noMeter,
        deadlineMs: Infinity,
        WebSocketClass: Refused,
      });
      expect(await opening.catch(String)).toBe(shared);
    },
  );
});

/** What an object calls another object by, which brings its own client. */
const BETWEEN_OBJECTS = /^src\/libraries\/systems\/lumenize\/rpc\/client(\.ts|\/)/;

it('is no part of the Worker', async () => {
  const options = bundleOptions(process.cwd(), 'src/libraries/worker.ts', 'worker.js');
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const own = Object.keys(metafile.inputs).filter((file) => /^(src|bench-workers)\//.test(file));
  expect(own).toEqual(
    expect.arrayContaining(systems.map(({ id }) => `src/libraries/systems/${id}/server.ts`)),
  );
  const halves = own.filter((file) => /\/clients?(\.ts|\/)/.test(file));
  expect(halves.filter((file) => !BETWEEN_OBJECTS.test(file))).toEqual([]);
  // Both are there: the search would find what must not be.
  expect(halves).not.toEqual([]);
});
