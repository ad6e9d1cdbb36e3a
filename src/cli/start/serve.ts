import { once } from 'node:events';
import { startBench } from '../shared/bench.ts';
import type { Pages } from '../shared/pages.ts';

interface Serving {
  root: string;
  /** Port of the pages; the bench has the next one. */
  port: number;
  /** Origins whose pages may use the bench. */
  allowedOrigins: readonly string[];
  /** May reject once the signal is there. */
  startPages: () => Promise<Pages>;
  /** When both are to stop. */
  signal: AbortSignal;
}

/**
 * Serves pages with a bench beside them until the signal; leaves nothing behind. The bench comes first,
 * so that its port is taken while the pages are built.
 */
export async function serve({ startPages, signal, ...options }: Serving): Promise<void> {
  await using cleanUp = new AsyncDisposableStack();
  const { root, port, allowedOrigins } = options;
  const bench = await startBench({
    ...{ root, port: port + 1, allowedOrigins, detached: true, restarts: true },
  });
  cleanUp.defer(() => bench.stop());
  let pages: Pages;
  try {
    pages = await startPages();
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  cleanUp.defer(() => pages.stop());
  console.log(`Pages: ${pages.origin}`);
  console.log(`Bench: ${bench.origin}`);
  console.log('Ctrl-C stops both.');
  if (!signal.aborted) await once(signal, 'abort');
}
