/** The cost of the harness over connections that are no sockets: pipes to a process, a page’s own worker. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { build } from 'esbuild';
import { timersHere } from '../../../bench-client/world.ts';
import type { Connect } from '../../../harness/plan/index.ts';
import type { PeerOperations } from '../../../places/peers/operations.ts';
import { echo, type PeerWorkload } from '../../../places/peers/workloads.ts';
import { processArms } from '../../../places/processes/arms.ts';
import type { CallerSide } from '../../../places/processes/service.ts';
import { ServedProcess, transportOf } from '../../../places/processes/transport.ts';
import { PEER_SCRIPT } from '../../../places/windows/channel.ts';
import { launchChromium } from '../../shared/browser.ts';
import { bareConnect, timeBothWays, type Times } from './session.ts';

/** As many operations a turn as in a run nearby, and more turns a session: each starts a process. */
const SESSION = { operations: 20, rounds: 200, roundUs: 2000 };

export const STDIO = 'kkrpc/node-node-stdio';

/**
 * Over the pipes of a process that is started for it. Both ways have the same one, because two processes
 * differ by more than the harness costs.
 */
export async function overStdio(session: number): Promise<Times> {
  const arm = processArms.find(({ id }) => id === STDIO);
  if (arm === undefined) throw new Error(`arm: got no ${STDIO}, expected it`);
  const transport = await transportOf(arm);
  // The calls of both are counted as one: the sum is nobody’s to check.
  const workload: PeerWorkload = { ...echo, check: () => Promise.resolve(undefined) };
  const opened = Promise.withResolvers<Pick<ServedProcess, 'process'> & CallerSide>();
  const connect: Connect<PeerOperations> = async ({ meter }) => {
    const server = new ServedProcess(arm, meter);
    const side = await transport.open(server, meter);
    await server.before(side.operations.answered());
    meter.opened();
    opened.resolve({ ...side, process: server.process, close: () => undefined });
    return { ...side, close: () => void server.close() };
  };
  const unmetered = async () => {
    const { stdin, stdout } = (await opened.promise).process;
    const own = (from: object, to: object): unknown[] => [
      Reflect.get(from, 'emit'),
      Reflect.get(to, 'write'),
    ];
    const set = ([emit, write]: unknown[]) =>
      Reflect.set(stdout, 'emit', emit) && Reflect.set(stdin, 'write', write);
    const metered = own(stdout, stdin);
    // The meter stands on the streams themselves, in front of what their class has.
    set(own(Socket.prototype, Socket.prototype));
    return () => set(metered);
  };
  const bare = bareConnect(workload, () => opened.promise, unmetered);
  return timeBothWays({ ...SESSION, connect, bare, workload, world: timersHere(), session });
}

export const WORKER = 'post-message/worker';

/** As the site’s pages have them: they make the steps of a page’s clock small. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

async function bundleOf(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL(file, import.meta.url).pathname],
    ...{ bundle: true, write: false, format: 'iife', globalName: 'bench', logLevel: 'error' },
    conditions: ['browser'],
  });
  return outputFiles[0]?.text ?? '';
}

/** From a page in Chromium to a worker of its own. */
export async function overPostMessage(): Promise<{
  take: (session: number) => Promise<Times>;
  stop: () => Promise<void>;
}> {
  await using cleanUp = new AsyncDisposableStack();
  const files = ['in-page.ts', '../../../places/windows/peer.ts'];
  const [page, peer] = await Promise.all(files.map(bundleOf));
  const server = createServer(({ url }, response) => {
    const [type, text] = url === PEER_SCRIPT ? ['text/javascript', peer] : ['text/html', ''];
    response.writeHead(200, { 'Content-Type': type, ...ISOLATED }).end(text);
  }).listen(0, 'localhost');
  cleanUp.defer(() => void server.close());
  await once(server, 'listening');
  const browser = await launchChromium();
  cleanUp.defer(() => browser.close());
  const tab = await browser.newPage();
  await tab.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  await tab.addScriptTag({ content: page ?? '' });
  const kept = cleanUp.move();
  return {
    take: (session) => tab.evaluate<Times>(`bench.take(${session})`),
    stop: () => kept.disposeAsync(),
  };
}
