/** What is left of a visitor: in the storage, and in what the bench says. */
import { readdir, readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBench, type LocalBench } from '../../src/cli/shared/bench.ts';
import { allCallArms } from '../../src/libraries/systems/arms.ts';
import { linkTo } from '../../src/wire/links/link.ts';
import { open as openBatches } from '../../src/wire/objects/client.ts';
import { addressOf, ask, frameOf, open, openByHand } from '../testing/clients.ts';
import { rowsOfObjects } from '../testing/rows.ts';
import { eventually } from '../../src/testing/eventually.ts';

let bench: LocalBench;
let said = '';
beforeAll(async () => {
  bench = await startBench({
    root: process.cwd(),
    port: 0,
    vars: {
      IDLE_SECONDS: '3',
      VISITOR_HEADER: 'Roundtrip-Visitor',
      GATE: '{"dayParts":1,"day":{"objects":1000,"messages":50000,"rows":10000,"seconds":10000}}',
    },
    onSaid: (text) => (said += text),
  });
});
afterAll(() => bench.stop());

/**
 * A connection that was called over. On a busy machine its object may be emptied before the first call,
 * because nobody uses it yet: then there is another.
 */
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

describe('storage', () => {
  it('is gone once nobody uses it, whether a client closed, stayed or never answers', async () => {
    const arms = allCallArms();
    // What a client is loaded from takes longer than an object may be idle.
    await Promise.all(arms.map((arm) => arm.load()));
    // Looked for from the beginning: on a busy machine all of them may be idle for long enough at the end.
    const stored = eventually(async () =>
      expect(await rowsOfObjects(bench.disk)).toBeGreaterThan(0),
    );
    const opened = await Promise.all(
      [...arms, ...arms].map((arm) =>
        used(
          async () => (await open(arm, bench.origin)).connection,
          async ({ operations }) => expect(await operations.increment(3)).toBe(3),
        ),
      ),
    );
    const one = { calls: 1, order: 'at-once', first: 3, writes: false } as const;
    // What calls other objects may store something at both ends.
    const callers = await Promise.all(
      ['stored'].map((way) =>
        used(
          () =>
            openBatches(
              linkTo(
                { system: 'between', arm: way },
                { origin: bench.origin, object: crypto.randomUUID() },
              ),
            ),
          async ({ operations }) => expect(await operations.batch(one)).toEqual([6]),
        ),
      ),
    );
    await stored;
    // Half of them go, half stay.
    for (const [index, connection] of opened.entries()) if (index % 2 === 0) connection.close();
    // Clients that never answer anything, a Close neither, until they are cut.
    const mute = await Promise.all(
      ['raw-websocket/in-memory', 'raw-websocket/hibernating', 'capnweb/in-memory'].map((arm) =>
        openByHand(addressOf(bench.origin, arm)),
      ),
    );
    const cut = mute.map((socket) => once(socket.resume(), 'close'));
    await eventually(async () => expect(await rowsOfObjects(bench.disk)).toBe(0));
    await Promise.all(cut);
    for (const connection of [...opened, ...callers]) connection.close();
  });
});

describe('of a visitor', () => {
  const marks = {
    'CF-Connecting-IP': '203.0.113.77',
    'Roundtrip-Visitor': '198.51.100.23',
    'X-Forwarded-For': '192.0.2.81',
    'User-Agent': 'Wanderer/7.3',
    Referer: 'http://localhost/where-they-came-from',
    Cookie: 'who=somebody-well-known',
    'Accept-Language': 'tlh-KX',
  };

  it('nothing is stored, nothing is said', async () => {
    const object = crypto.randomUUID();
    for (const arm of [
      'raw-websocket/in-memory',
      'raw-websocket/hibernating',
      'lumenize/hibernating',
    ]) {
      const address = addressOf(bench.origin, arm, object);
      const socket = await openByHand(address, { ...marks, Origin: bench.origin });
      // No message of any system.
      socket.write(frameOf('?'));
      await once(socket.resume(), 'data');
      socket.destroy();
    }
    for (const path of [`nobody/in-memory/${object}`, 'about']) {
      await ask(`${bench.origin}/bench/${path}`, { ...marks, Origin: bench.origin });
    }
    const files = await readdir(bench.disk, { recursive: true, withFileTypes: true });
    const written = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(
          async (file) =>
            `${file.name} ${(await readFile(join(file.parentPath, file.name))).toString('latin1')}`,
        ),
    );
    // What the day writes is found: the search would find a visitor too.
    expect(written.filter((text) => text.includes('taken'))).not.toEqual([]);
    for (const mark of Object.values(marks)) {
      expect(written.filter((text) => text.includes(mark))).toEqual([]);
    }
    // An object has its random name as long as it lives; no log has it.
    for (const mark of [...Object.values(marks), object]) expect(said).not.toContain(mark);
  });
});
