import { join } from 'node:path';
import { findFreePair } from '../cli/shared/ports.ts';

/** The tests that run the real bench beside the site, as a project of Playwright. */
export const RUNNING = 'running';
/** Those that take the bench away, or use one that refuses: they have a site and a bench of their own. */
export const ALONE = 'alone';

const PORTS = 'ROUNDTRIP_TEST_PORTS';

/** Where the site under test is built and served. */
export interface TestSite {
  root: string;
  directory: string;
  /** Port of the pages; the bench listens on the next one. */
  port: number;
  origin: string;
  benchOrigin: string;
}

/** Chooses where the sites of this run are, unless who started it has: for this process and those it starts. */
export async function chooseTestPorts(): Promise<void> {
  process.env[PORTS] ??= `${await findFreePair()} ${await findFreePair()}`;
}

/** The site of the tests of a project, where it was chosen to be. */
export function testSite(project: string = RUNNING): TestSite {
  const root = process.cwd();
  const [shared, own] = (process.env[PORTS] ?? '').split(' ').map(Number);
  const port = (project === ALONE ? own : shared) ?? NaN;
  return {
    root,
    directory: join(root, `.local/test-site-${port}`),
    port,
    origin: `http://localhost:${port}`,
    benchOrigin: `http://localhost:${port + 1}`,
  };
}
