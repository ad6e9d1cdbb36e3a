import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from '../../../testing/fixtures.ts';
import { audit } from './audit.ts';
import { shoot } from './shoot.ts';
import { watchRun } from '../pages.ts';

const PATH = '/systems/';

test('Lighthouse judges a page, and says what it loaded @nightly', async ({ site }) => {
  const { scores, requests } = await audit(site.origin + PATH);
  // Not of the machine's speed.
  expect(scores).toMatchObject({ accessibility: 100, 'best-practices': 100, seo: 100 });
  expect(scores['agentic-browsing']).toBe(100);
  expect(requests[0]).toMatchObject({ url: site.origin + PATH, script: false });
  expect(requests.some(({ script, bytes }) => script && bytes > 0)).toBe(true);
});

test('a reading page is shown at each width, in light and dark @nightly', async ({ site }) => {
  const into = await mkdtemp(join(tmpdir(), 'roundtrip-shots-'));
  try {
    const shots = await shoot(site, { name: 'systems', path: PATH, runs: false }, into);
    expect((await readdir(into)).toSorted()).toEqual(shots.map(({ file }) => file).toSorted());
    expect(shots).toHaveLength(12);
    for (const { file, width, full, pageHeight, sideways } of shots) {
      const size = await sharp(join(into, file)).metadata();
      expect(size.width).toBe(width);
      if (full) expect(size.height).toBe(pageHeight);
      else expect(size.height).toBeLessThanOrEqual(1024);
      expect(sideways).toBe(0);
    }
  } finally {
    await rm(into, { recursive: true });
  }
});

test('a run is watched until Cancel is answered @run @nightly', async ({ site }) => {
  const { longestTaskMs, interactionMs } = await watchRun(`${site.origin}/`);
  // What the browser tells starts at these.
  if (longestTaskMs !== null) expect(longestTaskMs).toBeGreaterThanOrEqual(50);
  if (interactionMs !== null) expect(interactionMs).toBeGreaterThanOrEqual(16);
});
