/** The site under test: built once for all page tests, and served. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSite, startPages } from '../cli/shared/pages.ts';
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

/** Builds the site once for all page tests, and serves it; returns the function that ends that after them. */
export default async function build(): Promise<() => Promise<void>> {
  const { root, benchOrigin, origin, directory, port } = testSite();
  await buildSite(root, { benchOrigin, siteUrl: origin, outDir: directory });
  const pages = await startPages(directory, port);
  return async () => {
    await pages.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
