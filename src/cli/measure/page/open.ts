/** A page in a Chromium of this machine that takes the turns of a run, without the site and without Playwright. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Channel, Connection } from '../../../harness/plan/index.ts';
import type { Environment } from '../../../harness/record/index.ts';
import { AgentClient, type FromAgent } from '../../../places/peers/agent-client.ts';
import { Child } from '../../../places/processes/child.ts';
import type { ReachesProcesses } from '../../../places/processes/names.ts';
import { PEER_PAGE, PEER_SCRIPT } from '../../../places/windows/channel.ts';
import type { WindowTarget } from '../../../places/windows/connect.ts';
import type { PeerOperations } from '../../../places/peers/operations.ts';
import { CHROMIUM_ARGS, findChromium, needChromium } from '../../shared/browser.ts';
import { originOf } from '../../shared/ports.ts';
import { endWithThis, temporaryFolder } from '../../shared/process-end.ts';
import { keyOf, type OutsideWindows } from '../outside/kinds.ts';

/** Time that Chromium has to open the page, in ms. */
const OPENS_MS = 60_000;

/** With these a page’s clock is as fine as it gets; sandboxed frames of it have another origin. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** A page whose script does not run says so in the address of a socket, and is no agent. */
const FAILED = '/failed?';
const TELLS = `<script>addEventListener('error', ({ message }) => new WebSocket(
location.origin.replace('http', 'ws') + ${JSON.stringify(FAILED)} + encodeURIComponent(message)));</script>`;

/** A page that is open. */
export interface AgentPage extends ReachesProcesses<
  { id: string; target: WindowTarget },
  PeerOperations
> {
  facts: Pick<Environment, 'runtime' | 'clockStepUs' | 'thread'>;
  close: () => Promise<void>;
}

/**
 * Opens a page that can call the systems here and these contestants.
 *
 * @throws Error saying what to do where no Chromium is here, and why the page could not be opened
 */
export async function openPage(contestants: readonly OutsideWindows[]): Promise<AgentPage> {
  const path = await needChromium(findChromium);
  await using cleanUp = new AsyncDisposableStack();
  const halves = (half: keyof OutsideWindows['halves']) =>
    new Map(contestants.map((each) => [keyOf(each), each.halves[half]]));
  const [page, peer] = await Promise.all([
    scriptWith(new URL('./agent.ts', import.meta.url), halves('page')),
    scriptWith(new URL('../../../places/windows/peer.ts', import.meta.url), halves('worker')),
  ]);
  const site = await serveFiles(
    {
      '/': pageWith('/page.js', TELLS),
      '/page.js': ['text/javascript', page],
      [PEER_PAGE]: pageWith(PEER_SCRIPT),
      [PEER_SCRIPT]: ['text/javascript', peer],
    },
    ISOLATED,
  );
  cleanUp.defer(() => site.stop());
  const sockets = new WebSocketServer({ server: site.server });
  const profile = await temporaryFolder('roundtrip-chromium');
  cleanUp.use(profile);
  const flags = ['--headless=new', `--user-data-dir=${profile.path}`, site.origin];
  const chromium = new Child(
    { file: path, args: [...CHROMIUM_ARGS, ...flags] },
    {
      ...{ name: path, group: true, endWithThis, stdoutToo: true },
      words: (said) => said.trim().split('\n').at(-1) ?? '',
    },
  );
  cleanUp.defer(() => chromium.close());
  const signal = AbortSignal.timeout(OPENS_MS);
  const [socket, { url = '' }] = (await chromium
    .before(once(sockets, 'connection', { signal }))
    .catch((cause: unknown) => {
      const late = `${path}: got no page within ${OPENS_MS / 1000} s, expected it to open one`;
      throw signal.aborted ? new Error(late, { cause }) : cause;
    })) as [WebSocket, IncomingMessage];
  if (url.startsWith(FAILED)) {
    throw new Error(`the page failed: ${decodeURIComponent(url.slice(FAILED.length))}`);
  }
  const [first] = (await chromium.before(once(socket, 'message'))) as [RawData];
  const { userAgent, clockStepUs } = read<{ userAgent: string; clockStepUs: number }>(first);
  const [, version = ''] = /Chrome\/(\d+)/.exec(userAgent) ?? [];
  const client = new AgentClient((message) => socket.send(JSON.stringify(message)));
  socket.on('message', (data) => client.take(read<FromAgent>(data)));
  socket.on('close', () => client.lost('the page was closed'));
  const all = cleanUp.move();
  return {
    facts: { runtime: `Chromium ${version}`, clockStepUs, thread: 'page' },
    connect: ({ id, target }, channel: Channel): Promise<Connection<PeerOperations>> =>
      client.connect(id, channel, target),
    close: () => all.disposeAsync(),
  };
}

const read = <Message>(data: RawData): Message =>
  JSON.parse((data as Buffer).toString('utf8')) as Message;

/**
 * A classic script of a module and of halves that it loads by their keys.
 *
 * @param halves paths by keys
 */
async function scriptWith(module: URL, halves: ReadonlyMap<string, string>): Promise<string> {
  // The halves come first: where one fails, nothing is there that could be taken for whole.
  const imports = [...halves.values()].map(
    (path, at) => `import * as half${at} from ${JSON.stringify(path)};`,
  );
  const own = `import { outside } from ${JSON.stringify(fileURLToPath(module))};`;
  const known = [...halves.keys()].map(
    (key, at) => `outside.set(${JSON.stringify(key)}, half${at});`,
  );
  const contents = [...imports, own, ...known].join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', module)) },
    ...{ bundle: true, format: 'iife', target: 'es2024', write: false, logLevel: 'silent' },
  });
  return outputFiles[0]?.text ?? '';
}

/** A text and its media type, by its path. */
type Files = Readonly<Record<string, readonly [type: string, text: string]>>;

/** A page that runs one script. */
const pageWith = (script: string, head = ''): readonly [string, string] => [
  'text/html',
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Roundtrip</title>${head}<body><script src="${script}"></script>`,
];

/**
 * Serves texts at an origin of their own.
 *
 * @param headers of every answer
 */
async function serveFiles(
  files: Files,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ origin: string; server: Server; stop: () => Promise<void> }> {
  const server = createServer(({ url = '' }, response) => {
    const [type, text] = Object.hasOwn(files, url) ? (files[url] ?? []) : [];
    if (type === undefined) response.writeHead(404).end();
    else {
      const all = { ...headers, 'Content-Type': `${type}; charset=utf-8` };
      response.writeHead(200, all).end(text);
    }
  });
  return {
    origin: await originOf(server, '127.0.0.1'),
    server,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
