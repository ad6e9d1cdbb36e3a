import { rm } from 'node:fs/promises';
import { buildSite, startPages } from '../cli/shared/pages.ts';
import { testSite } from './site.ts';

/** Names the folder of the site that was built already. */
const BUILT = 'ROUNDTRIP_TEST_BUILT';

/** Builds the site that the page tests read, for those who start them: they build it otherwise. */
export async function buildTestSite(): Promise<void> {
  const { root, benchOrigin, origin, directory } = testSite();
  await buildSite(root, { benchOrigin, siteUrl: origin, outDir: directory });
  process.env[BUILT] = directory;
}

/** Has the site built once for all page tests, and serves it; returns what ends that after them. */
export default async function build(): Promise<() => Promise<void>> {
  const { port, directory } = testSite();
  if (process.env[BUILT] !== directory) await buildTestSite();
  const pages = await startPages(directory, port);
  return async () => {
    // Whoever runs the tests again in this process builds anew.
    delete process.env[BUILT];
    await pages.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
