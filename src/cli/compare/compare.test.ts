import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { childrenOf, spawnCli } from '../shared/testing/spawn-cli.ts';
import type { Comparison } from './comparison.ts';

const SMALL = ['--interleaved', 'HEAD', '--workloads', 'get-value', '--arms', 'capnweb/in-memory'];

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
/** An unpacked archive has no revisions. */
const hasHistory = (() => {
  try {
    return git('rev-parse', 'HEAD') !== '';
  } catch {
    return false;
  }
})();

describe.runIf(hasHistory)('compare --interleaved', () => {
  it('measures this tree and HEAD in alternating turns, and takes the worktree away', async () => {
    const { code, stdout, stderr } = await spawnCli('compare', [
      ...SMALL,
      '--rounds',
      '2',
      '--json',
    ]).ended;
    expect(stderr).toContain('2 sessions');
    expect(code).toBe(0);
    const comparison = JSON.parse(stdout) as Comparison;
    expect(comparison).toMatchObject({
      kind: 'interleaved',
      base: { name: 'HEAD', commit: git('rev-parse', 'HEAD').trim() },
      rounds: 2,
      corrected: 1,
      rows: [{ arm: 'capnweb/in-memory', workload: 'get-value', verdict: 'undecided' }],
    });
    expect(comparison.rows[0]?.ratio?.estimate).toBeGreaterThan(0);
    expect(git('worktree', 'list')).not.toContain('roundtrip-base-');
  });

  it('takes everything away at Ctrl-C', async () => {
    const { child, says, ended } = spawnCli('compare', [...SMALL, '--time', '600']);
    await says('1 session');
    const started = await childrenOf(child.pid, /workerd serve/);
    expect(started).toHaveLength(2);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect([code, stdout]).toEqual([130, '']);
    for (const pid of started) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(git('worktree', 'list')).not.toContain('roundtrip-base-');
  });
});
