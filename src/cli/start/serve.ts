import { startLasting } from '../shared/lasting.ts';
import { startPages } from '../shared/pages.ts';

interface Serving {
  root: string;
  /** Absolute path of the built site. */
  directory: string;
  /** Port of the pages; the bench has the next one. */
  port: number;
  /** Origins whose pages may use the bench. */
  allowedOrigins: readonly string[];
  /** Resolves when both are to stop. */
  interrupted: Promise<void>;
}

/** Serves built pages with a bench beside them until interrupted; leaves nothing behind. */
export async function serve({ directory, interrupted, ...options }: Serving): Promise<void> {
  const { root, port, allowedOrigins } = options;
  const bench = await startLasting({ root, port: port + 1, allowedOrigins, detached: true });
  const pages = await startPages(directory, port);
  console.log(`Pages: ${pages.origin}`);
  console.log(`Bench: ${bench.origin}`);
  console.log('Ctrl-C stops both.');
  await interrupted;
  await Promise.all([pages.stop(), bench.stop()]);
}
