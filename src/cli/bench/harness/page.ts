/** From a page in Chromium to a worker. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { PEER_SCRIPT } from '../../../places/windows/channel.ts';
import { launchChromium } from '../../shared/browser.ts';
import { needChromium } from '../../shared/provide-browser.ts';
import type { Ready, Times } from './beside.ts';

/** As the site’s pages have them: they make the clock’s steps small. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

async function bundleOf(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL(file, import.meta.url).pathname],
    ...{ bundle: true, write: false, format: 'iife', globalName: 'bench', logLevel: 'error' },
  });
  return outputFiles[0]?.text ?? '';
}

export async function start(): Promise<Ready> {
  await needChromium();
  await using cleanUp = new AsyncDisposableStack();
  const [page, peer] = await Promise.all([
    bundleOf('in-page.ts'),
    bundleOf('../../../peers/windows/peer.ts'),
  ]);
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
  await tab.addScriptTag({ content: page });
  const kept = cleanUp.move();
  return {
    arms: ['post-message/worker'],
    take: (_, session) => tab.evaluate<Times>(`bench.take(${session})`),
    stop: () => kept.disposeAsync(),
  };
}
