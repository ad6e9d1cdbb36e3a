/** The cost of the harness over connections that are no sockets: pipes to a process, a page’s own worker. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { timersHere } from '../../../bench-client/world.ts';
import { echo } from '../../../places/peers/workloads.ts';
import { processArms } from '../../../places/processes/arms.ts';
import { connect } from '../../../places/processes/connect.ts';
import { ServedProcess, transportOf } from '../../../places/processes/transport.ts';
import { PEER_SCRIPT } from '../../../places/windows/channel.ts';
import { launchChromium } from '../../shared/browser.ts';
import { bareConnect, timeBothWays, type Times } from './session.ts';

/** As in a run nearby: so many operations a turn, and so many turns a session. */
const SESSION = { operations: 20, rounds: 50, roundUs: 2000 };

const nothing = () => undefined;
const uncounted = { count: nothing, opened: nothing, lost: nothing };

export const STDIO = 'kkrpc/node-node-stdio';

/** Over the pipes of a process that is started for it. */
export async function overStdio(session: number): Promise<Times> {
  const arm = processArms.find(({ id }) => id === STDIO);
  if (arm === undefined) throw new Error(`arm: got no ${STDIO}, expected it`);
  const bare = bareConnect(echo, async () => {
    const transport = await transportOf(arm);
    if (!('open' in transport)) throw new Error(`${STDIO}: got both sides in one process`);
    const server = new ServedProcess(arm, transport, uncounted);
    const side = await transport.open(server, uncounted);
    const { operations } = side;
    // The meter stands on the streams themselves, in front of what their class has.
    Reflect.deleteProperty(server.process.stdout, 'emit');
    Reflect.deleteProperty(server.process.stdin, 'write');
    await server.before(operations.answered());
    return {
      operations,
      close() {
        side.close();
        void server.close();
      },
    };
  });
  const connects = { connect: connect(arm), bare };
  return timeBothWays({ ...SESSION, ...connects, workload: echo, world: timersHere(), session });
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
