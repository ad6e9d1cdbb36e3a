/** What is left of a visitor: in the storage, and in what the bench says. */
import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect as tcp } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBench, type LocalBench } from '../../src/cli/shared/bench.ts';
import { allCallArms } from '../../src/systems/arms.ts';
import { connect } from '../../src/places/objects/client.ts';
import { open } from '../testing/open.ts';
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

/** A client that opens a socket and never answers anything, a Close neither; `ended` once it is cut. */
function silent(path: string): Promise<{ ended: Promise<unknown> }> {
  const socket = tcp(bench.port, 'localhost');
  const lines = [
    `GET ${path} HTTP/1.1`,
    ...['Host: localhost', 'Roundtrip-Client: test', 'Upgrade: websocket', 'Connection: Upgrade'],
    ...['Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`],
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const ended = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
  return new Promise((resolve) => socket.once('data', () => resolve({ ended })));
}

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
    const one = {
      calls: 1,
      order: 'at-once',
      bytes: 10,
      objects: 1,
      first: 3,
      writes: false,
    } as const;
    // What calls other objects may store something at both ends.
    const callers = await Promise.all(
      ['stored', 'reconstruction'].map((way) =>
        used(
          () =>
            connect(way)({
              ...{ origin: bench.origin, object: crypto.randomUUID(), WebSocketClass: WebSocket },
            }),
          async ({ operations }) => expect(await operations.batch(one)).toEqual([16]),
        ),
      ),
    );
    await stored;
    // Half of them go, half stay.
    for (const [index, connection] of opened.entries()) if (index % 2 === 0) connection.close();
    const mute = await Promise.all(
      ['raw-websocket/in-memory', 'raw-websocket/hibernating', 'capnweb/in-memory'].map((arm) =>
        silent(`/bench/${arm}/${crypto.randomUUID()}`),
      ),
    );
    await eventually(async () => expect(await rowsOfObjects(bench.disk)).toBe(0));
    await Promise.all(mute.map(({ ended }) => ended));
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
    const paths = [
      `/bench/raw-websocket/in-memory/${object}`,
      `/bench/raw-websocket/hibernating/${object}`,
      `/bench/lumenize/hibernating/${object}/call`,
      `/bench/nobody/in-memory/${object}`,
      '/bench/about',
    ];
    const visits = paths.map(
      (path) =>
        new Promise<void>((resolve, reject) => {
          const upgrade = {
            ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
            'Sec-WebSocket-Key': btoa('0123456789abcdef'),
          };
          const headers = { ...marks, ...(path.includes(object) && upgrade), Origin: bench.origin };
          const asked = httpRequest(bench.origin + path, { headers });
          asked.on('error', reject);
          asked.on('response', (answer) => answer.resume().on('end', resolve));
          asked.on('upgrade', (_, socket) => {
            // What is no message of any system, masked with zeros: `?`.
            socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x3f]));
            socket.once('data', () => {
              socket.destroy();
              resolve();
            });
          });
          asked.end();
        }),
    );
    await Promise.all(visits);
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
