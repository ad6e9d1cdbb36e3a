/** Runs that are interrupted: by the reader, by the browser, and by the way to the bench. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from '@playwright/test';
import { type LocalBench, startBench } from '../cli/shared/bench.ts';
import { rowsOfObjects } from '../../bench-workers/testing/hostile.ts';
import { expect, test } from './fixtures.ts';
import { expectLostConnections, labOf, type LiveBenchPage, openLiveBench } from './live-bench.ts';

/** The way from the pages to a bench, which a test can cut. */
interface Wire {
  /** How many WebSockets are open through it; a browser keeps other connections for a while. */
  sockets(): number;
  /** Ends all connections, and every new one at once, until it is mended. */
  cut(): void;
  mend(): void;
  /** From now on leads to another bench; what is open stays with the one it has. */
  leadTo(port: number): void;
  stop(): Promise<void>;
}

/**
 * Passes on TCP connections as they are. A browser’s own switch for being offline leaves the sockets of
 * workers alone; this one does not.
 *
 * @param port where the pages look for a bench
 * @param target port of a bench
 */
async function layWire(port: number, target: number): Promise<Wire> {
  const clients = new Set<Socket>();
  const sockets = new Set<Socket>();
  let isCut = false;
  const drop = () => clients.forEach((client) => client.resetAndDestroy());
  const server = createServer({ noDelay: true }, (client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect({ host: 'localhost', port: target, noDelay: true });
    clients.add(client);
    client.pipe(upstream).pipe(client);
    client.once('data', (head: Buffer) => {
      if (/^upgrade: websocket/im.test(head.toString('latin1'))) sockets.add(client);
    });
    // What failed is told by `close`.
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => {
      clients.delete(client);
      sockets.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    sockets: () => sockets.size,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    leadTo(other) {
      target = other;
    },
    async stop() {
      server.close();
      drop();
      await once(server, 'close');
    },
  };
}

/** A run that does not end by itself while a test looks, of short sessions. */
const LONG = labOf('workloads=get-value&arms=lumenize/in-memory&length=300s');
const CUT = /WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource/;

let own: LocalBench;
let wire: Wire;
test.beforeAll(async ({ ownBench, site }) => {
  await ownBench?.kill();
  own = await startBench({
    root: site.root,
    port: 0,
    allowedOrigins: [site.origin],
    vars: { IDLE_SECONDS: '3' },
  });
  wire = await layWire(site.port + 1, own.port);
});
test.afterAll(async ({ ownBench }) => {
  await wire.stop();
  await own.stop();
  await ownBench?.restart();
});

/** Begins a long run, and waits until some sessions of it are over. */
async function runSome(page: Page): Promise<LiveBenchPage> {
  const live = await openLiveBench(page, LONG);
  await live.part('run').click();
  await live.expectSessions(2);
  return live;
}

test('a page that is left in a run asks first, and a closed tab leaves nothing on the bench', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const live = await runSome(page);
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await live.expectState('running');
  await expect.poll(() => wire.sockets()).toBeGreaterThan(0);
  await page.close();
  await expect.poll(() => wire.sockets()).toBe(0);
  // A database that is just being written to cannot be read.
  const empty = async () => expect(await rowsOfObjects(own.disk)).toBe(0);
  await expect(empty).toPass({ timeout: 30_000 });
});

test('a connection that is cut and mended costs a session, not the run', async ({
  page,
  watched,
}) => {
  watched.expectErrors(CUT);
  const live = await runSome(page);
  wire.cut();
  await live.expectWaiting(/stopped answering/);
  wire.mend();
  await live.expectSessions(3);
  await live.part('cancel').click();
  await live.expectState('done');
  expectLostConnections((await live.download()).sessions);
});

test('a day that is used up ends the run with what it found, and says so', async ({
  page,
  site,
  watched,
}) => {
  watched.expectErrors(/WebSocket|429|426|Failed to load resource/);
  const day = { objects: 25, messages: 1e6, rows: 1e6, seconds: 1e6 };
  const limited = await startBench({
    root: site.root,
    port: 0,
    allowedOrigins: [site.origin],
    vars: { GATE: JSON.stringify({ dayParts: 1, day }) },
  });
  wire.leadTo(limited.port);
  try {
    const live = await openLiveBench(page, LONG);
    await live.run();
    await expect(live.slot('facts')).toContainText(
      /was lost: .*all readers together have used today’s 25 objects; it opens again at \d/,
    );
    const record = await live.download();
    expect(record.partial).toBe(true);
    expect(record.sessions.filter(({ turns }) => turns.length > 0).length).toBeGreaterThan(1);
  } finally {
    wire.leadTo(own.port);
    await limited.stop();
  }
});
