import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { addWorktree } from '../shared/checkout.ts';
import { startBench } from '../shared/bench.ts';
import { add, firstOfEachSystem } from '../shared/checks/index.ts';

const root = process.cwd();
const releasedSchema = z.object({
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  version: z.string().nullable(),
  origin: z.string().nullable(),
  at: z.iso.datetime().nullable(),
});
const released = releasedSchema.parse(
  JSON.parse(await readFile(join(root, 'content/released.json'), 'utf8')),
);

/** A shallow clone lacks it. */
const isHere = (() => {
  try {
    execFileSync('git', ['cat-file', '-e', `${released.commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(
      `content/released.json: commit ${released.commit} is not in this clone: whether its objects ` +
        'are served is NOT tested. git fetch --unshallow brings it.',
    );
    return false;
  }
})();

describe.skipIf(!isHere)('objects of the version that is out', () => {
  it('count on under the code of this one', async () => {
    const storage = await mkdtemp(join(tmpdir(), 'roundtrip-objects-'));
    const tree = await addWorktree(root, released.commit, 'ours');
    onTestFinished(async () => {
      tree.remove();
      await rm(storage, { recursive: true, force: true });
    });
    // The systems that both have are asked by this code’s clients.
    const old = await startBench({ root: tree.directory, port: 0, storage });
    const objects: Array<{ arm: ReturnType<typeof firstOfEachSystem>[number]; object: string }> =
      [];
    for (const arm of firstOfEachSystem()) {
      const object = crypto.randomUUID();
      const target = { pages: old.origin, bench: old.origin };
      const counts = [await add(target, arm, object), await add(target, arm, object)];
      if (counts.join() === '1,2') objects.push({ arm, object });
    }
    await old.stop();
    expect(objects.length).toBeGreaterThanOrEqual(4);
    const bench = await startBench({ root, port: 0, storage });
    onTestFinished(() => bench.stop());
    const target = { pages: bench.origin, bench: bench.origin };
    for (const { arm, object } of objects) {
      expect([arm.id, await add(target, arm, object)]).toEqual([arm.id, 3]);
    }
  });
});
