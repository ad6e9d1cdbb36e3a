import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { processArms } from './arms.ts';
import { commandOf } from './child.ts';
import { runtimes } from './names.ts';
import type { Outcomes } from './testing/outcomes.ts';

/** Any text that fits. */
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const run = promisify(execFile);
const script = fileURLToPath(new URL('testing/outcomes.ts', import.meta.url));

describe.each(runtimes)('between two processes of %s', (runtime) => {
  it('every arm does what it is said to do, and no more', async () => {
    const arms = processArms.filter(
      ({ system, client }) => system !== 'kkrpc' && client === runtime,
    );
    const names = arms.map(({ system, transport }) => `${system}/${transport}`);
    const { file, args } = commandOf(runtime);
    const { stdout } = await run(file, [...args, script, ...names]);
    const found = JSON.parse(stdout) as Record<string, Outcomes>;
    expect(Object.keys(found).sort()).toEqual(names.toSorted());
    for (const { system, transport } of arms) {
      const outcomes = found[`${system}/${transport}`];
      expect(outcomes, `${system} over ${transport}`).toMatchObject({
        echo: { a: ['é', null, 1.5] },
        sums: [3, 7],
        text: [true, 100_000],
        bytes: [true, true, 100_000],
        called: [3, 0, 1000],
        refused: like(/got -1, expected a whole number from 0 to 10000$/),
        pending: 'rejected',
        afterwards: 'rejected',
        lost: like(/^the (socket closed with code|other process ended with signal)/),
      });
      // Ten calls and more: what goes out is counted, and what comes in, where several may come as one.
      expect(outcomes?.counted.out).toBeGreaterThan(9);
      expect(outcomes?.counted.in).toBeGreaterThan(4);
    }
  });
});
