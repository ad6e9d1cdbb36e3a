/** What is left of a visitor: in the storage, and in the log. */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import { allCallArms } from '../../src/libraries/systems/arms.ts';
import { eventually } from '../../src/testing/eventually.ts';
import {
  addressOf,
  ask,
  frameOf,
  open,
  openBetween,
  openByHand,
  useBenches,
} from '../testing/clients.ts';
import { rowsOfObjects } from '../testing/rows.ts';

const start = useBenches();
let bench: LocalBench;
let log = '';
beforeAll(async () => {
  const vars = { IDLE_SECONDS: '2', VISITOR_HEADER: 'Roundtrip-Visitor' };
  const day = { objects: 1000, messages: 50_000, rows: 10_000, seconds: 10_000 };
  bench = await start({ dayParts: 1, day }, vars, { onSaid: (said) => (log += said) });
});

/** Connects and calls. On a busy machine an object may be emptied before its first call: then it tries again. */
function used<Made extends { close(): void }>(
  connecting: () => Promise<Made>,
  call: (made: Made) => Promise<void>,
): Promise<Made> {
  return eventually(async () => {
    const made = await connecting();
    await call(made).catch((error: unknown) => {
      made.close();
      throw error;
    });
    return made;
  });
}

it('an object is empty once nobody uses it, and its sockets are closed', async () => {
  const arms = allCallArms();
  // Loading the clients takes longer than an object may be idle.
  await Promise.all(arms.map((arm) => arm.load()));
  // Looked for from the beginning: on a busy machine all objects may be idle before the last is opened.
  const stored = eventually(async () => expect(await rowsOfObjects(bench.disk)).toBeGreaterThan(0));
  const opened = await Promise.all(
    [...arms, ...arms].map(({ id }) => {
      const object = crypto.randomUUID();
      return used(
        async () => {
          const made = await open(bench.origin, id, object);
          const closed = made.socket && once(made.socket, 'close');
          return { ...made, id, object, closed, close: () => made.connection.close() };
        },
        async ({ counter }) => expect(await counter.increment(3)).toBe(3),
      );
    }),
  );
  // An object that calls another may store something at both ends.
  const batch = { calls: 1, order: 'at-once', first: 3, writes: false } as const;
  const caller = await used(
    () => openBetween(bench.origin, 'stored'),
    async (made) => expect(await made.batch(batch)).toEqual([6]),
  );
  await stored;
  const staying = opened.filter((_, at) => at % 2 === 0);
  for (const each of opened) if (!staying.includes(each)) each.close();
  // Clients that never answer, not even a Close, until they are cut.
  const mute = await Promise.all(
    ['raw-websocket/in-memory', 'raw-websocket/hibernating', 'capnweb/in-memory'].map((arm) =>
      openByHand(addressOf(bench.origin, arm)),
    ),
  );
  const cut = mute.map((socket) => once(socket.resume(), 'close'));
  await eventually(async () => expect(await rowsOfObjects(bench.disk)).toBe(0));
  await Promise.all(cut);
  for (const { closed } of staying) {
    const [event] = ((await closed) ?? []) as CloseEvent[];
    expect(event?.code ?? 1001).toBe(1001);
  }
  for (const each of [...opened, caller]) each.close();
  const again = staying.map(async ({ id, object }) => {
    const { connection, counter } = await open(bench.origin, id, object);
    const value = await counter.getValue();
    connection.close();
    return value;
  });
  expect(new Set(await Promise.all(again))).toEqual(new Set([0]));
});

it('an object is empty once its life is over, however much it is used', async () => {
  const { origin, disk } = await start({ lifetimeSeconds: 1 });
  const { counter, socket } = await open(origin, 'raw-websocket/in-memory');
  const closed = once(socket as WebSocket, 'close') as Promise<[CloseEvent]>;
  const count = async () => {
    for (;;) await counter.increment(1);
  };
  // The close may come between two calls.
  await expect(count()).rejects.toThrow(/1001|closed socket/);
  expect((await closed)[0]).toMatchObject({
    code: 1001,
    reason: expect.stringContaining('used this object for too long') as string,
  });
  await eventually(async () => expect(await rowsOfObjects(disk)).toBe(0));
});

const marks = {
  'CF-Connecting-IP': '203.0.113.77',
  'Roundtrip-Visitor': '198.51.100.23',
  'X-Forwarded-For': '192.0.2.81',
  'User-Agent': 'Wanderer/7.3',
  Referer: 'http://localhost/where-they-came-from',
  Cookie: 'who=somebody-well-known',
  'Accept-Language': 'tlh-KX',
};

it('nothing that tells of a visitor is stored or logged', async () => {
  const object = crypto.randomUUID();
  const headers = { ...marks, Origin: bench.origin };
  for (const arm of ['raw-websocket/in-memory', 'lumenize/hibernating', 'kkrpc/superjson']) {
    const socket = await openByHand(addressOf(bench.origin, arm, object), headers);
    // No library has a message of this form.
    socket.write(frameOf('{"json":{"secret":1}}\n'));
    await once(socket.resume(), 'data');
    socket.destroy();
  }
  for (const path of [`nobody/in-memory/${object}`, 'about']) {
    await ask(`${bench.origin}/bench/${path}`, headers);
  }
  const files = await readdir(bench.disk, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map(async ({ name, parentPath }) => {
      const bytes = await readFile(join(parentPath, name));
      return `${name} ${bytes.toString('latin1')}`;
    });
  const written = await Promise.all(texts);
  // The day’s own table is found, so that a visitor would be found too.
  expect(written.filter((text) => text.includes('taken'))).not.toEqual([]);
  for (const mark of Object.values(marks)) {
    expect(written.filter((text) => text.includes(mark))).toEqual([]);
  }
  expect(log).toBe('');
});
