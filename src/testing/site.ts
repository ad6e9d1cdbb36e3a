import { join } from 'node:path';
import { findFreePair } from '../cli/shared/ports.ts';

const PORT = 'ROUNDTRIP_TEST_PORT';

/** Where the site under test is built and served. */
export interface TestSite {
  root: string;
  directory: string;
  /** Port of the pages; the bench listens on the next one. */
  port: number;
  origin: string;
  benchOrigin: string;
}

/** Chooses where the site of this run is, unless who started it has: for this process and those it starts. */
export async function chooseTestPorts(): Promise<void> {
  process.env[PORT] ??= String(await findFreePair());
}

/** The site of the page tests, where it was chosen to be. */
export function testSite(): TestSite {
  const root = process.cwd();
  const port = Number(process.env[PORT]);
  return {
    root,
    directory: join(root, `.local/test-site-${port}`),
    port,
    origin: `http://localhost:${port}`,
    benchOrigin: `http://localhost:${port + 1}`,
  };
}
