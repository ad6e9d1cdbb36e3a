/** Asks in places besides the bench: a Worker whose objects call each other, and a page with its workers and frames. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { PEER_PAGE, PEER_SCRIPT } from '../../places/windows/channel.ts';
import type { Outcome } from '../../places/probes/outcome.ts';
import { askAll, type Job } from '../../probes/ask.ts';
import type { RecordedResult } from '../../probes/recorded.ts';
import type { ExtraWorker } from '../shared/bench.ts';
import { launchChromium } from '../shared/browser.ts';
import { pageWith, serveFiles } from '../shared/serve-files.ts';
import { readWranglerConfig } from '../shared/workerd.ts';

/** The Worker whose objects ask, to be served with the bench of the checkout at `root`. */
export async function askingWorker(root: string): Promise<ExtraWorker> {
  const folder = join(root, 'src/probes/objects');
  return { id: 'objects', folder, config: await readWranglerConfig(folder) };
}

/** Has an object ask another. @param origin of the Worker whose objects ask */
export async function askInObject(origin: string, { probe, system }: Job): Promise<Outcome> {
  const response = await fetch(`${origin}/${probe.id}/${system}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Outcome;
}

/** Questions in the page that are under way at once. */
const WINDOWS_AT_ONCE = 16;

type Ask = (id: string, speaker: string) => Promise<Outcome>;

/**
 * Asks what the systems can do between a page and its workers and frames, in a Chromium of its own.
 *
 * @returns the answers, and the browser: `Chromium 150.0.1.2`
 */
export async function runWindows(
  root: string,
  jobs: readonly Job[],
): Promise<{ answers: RecordedResult[]; runtime: string }> {
  if (jobs.length === 0) return { answers: [], runtime: '' };
  await using cleanUp = new AsyncDisposableStack();
  const site = await servePages(root);
  cleanUp.defer(() => site.stop());
  const browser = await launchChromium({ args: ['--js-flags=--expose-gc'] });
  cleanUp.defer(() => browser.close());
  const page = await browser.newPage();
  await page.goto(site.origin);
  const answers = await askAll(jobs, {
    concurrency: WINDOWS_AT_ONCE,
    // What waits for an end that may not come does so beside all others.
    waits: ({ id }) => id.startsWith('windows-gone-'),
    ask: ({ probe, system }) =>
      page.evaluate(
        ([id, speaker]) => (globalThis as unknown as { askWindows: Ask }).askWindows(id, speaker),
        [probe.id, system] as const,
      ),
  });
  return { answers, runtime: `Chromium ${browser.version()}` };
}

/** Serves the page that asks, and the one of its frames, at an origin of their own. */
async function servePages(root: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const bundle = async (entry: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [join(root, 'src/probes/windows', entry)],
      ...{ bundle: true, format: 'iife', target: 'es2022', write: false, logLevel: 'silent' },
    });
    return outputFiles[0]?.text ?? '';
  };
  const [page, peer] = await Promise.all([bundle('page.ts'), bundle('peer.ts')]);
  return serveFiles({
    '/': pageWith('/page.js'),
    '/page.js': ['text/javascript', page],
    [PEER_PAGE]: pageWith(PEER_SCRIPT),
    [PEER_SCRIPT]: ['text/javascript', peer],
  });
}
