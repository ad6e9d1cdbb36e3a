import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBench } from '../cli/shared/bench.ts';
import { buildSite, startPages } from '../cli/shared/pages.ts';
import { ALONE, testSite, type TestSite } from './site.ts';

/** Names the folder of the site that was built already. */
const BUILT = 'ROUNDTRIP_TEST_BUILT';

/** Builds the site that the page tests read, for those who start them: they build it otherwise. */
export async function buildTestSite(): Promise<void> {
  const { root, benchOrigin, origin, directory } = testSite();
  await buildSite(root, { benchOrigin, siteUrl: origin, outDir: directory });
  process.env[BUILT] = directory;
}

/**
 * Has the site built once for all page tests, serves it with a bench beside it, and a copy for the tests
 * that bring a bench of their own; returns what ends that after them.
 */
export default async function build(): Promise<() => Promise<void>> {
  const [shared, own] = [testSite(), testSite(ALONE)];
  const { root, origin, port, directory } = shared;
  const [bench] = await Promise.all([
    startBench({ root, port: port + 1, allowedOrigins: [origin] }),
    process.env[BUILT] === directory || buildTestSite(),
  ]);
  await copySite(shared, own);
  const pages = [await startPages(directory, port), await startPages(own.directory, own.port)];
  return async () => {
    // Whoever runs the tests again in this process builds anew.
    delete process.env[BUILT];
    await Promise.all([...pages, bench].map((each) => each.stop()));
    for (const each of [directory, own.directory]) await rm(each, { recursive: true, force: true });
  };
}

/** Copies a built site to where its pages and its bench have other origins. */
async function copySite(from: TestSite, to: TestSite): Promise<void> {
  await cp(from.directory, to.directory, { recursive: true });
  for (const name of await readdir(to.directory, { recursive: true })) {
    if (!/(\.html|_headers)$/.test(name)) continue;
    const file = join(to.directory, name);
    const text = await readFile(file, 'utf8');
    // Its policy names the bench as http: and as ws:.
    const here = text
      .replaceAll(`localhost:${from.port}`, `localhost:${to.port}`)
      .replaceAll(`localhost:${from.port + 1}`, `localhost:${to.port + 1}`);
    await writeFile(file, here);
  }
}
