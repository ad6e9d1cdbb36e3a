import { rm } from 'node:fs/promises';
import { buildSite } from '../cli/local/site.ts';
import { testSite } from './site.ts';

/** Builds the site once for all page tests; returns what removes it after them. */
export default async function build(): Promise<() => Promise<void>> {
  const { root, origin, benchOrigin, directory } = testSite();
  await buildSite(root, { benchOrigin, siteUrl: origin, outDir: directory });
  return () => rm(directory, { recursive: true, force: true });
}
