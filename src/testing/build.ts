import { rm } from 'node:fs/promises';
import { buildSite, startPages } from '../cli/shared/pages.ts';
import { testSite } from './site.ts';

/** Builds and serves the site once for all page tests; returns what ends that after them. */
export default async function build(): Promise<() => Promise<void>> {
  const { root, origin, port, benchOrigin, directory } = testSite();
  await buildSite(root, { benchOrigin, siteUrl: origin, outDir: directory });
  const pages = await startPages(directory, port);
  return async () => {
    await pages.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
