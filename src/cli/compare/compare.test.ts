import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { childrenOf, runCli, spawnCli, temporaryCheckout } from '../shared/testing/spawn-cli.ts';
import type { Comparison } from './comparison.ts';
import { run } from './index.ts';

const SMALL = ['--interleaved', 'HEAD', '--workloads', 'get-value', '--arms', 'capnweb/in-memory'];

const ARMS = ['kkrpc/node-node-stdio', 'kkrpc/node-node-websocket'];
const PROCESSES = [
  'kkrpc-transports',
  '--interleaved',
  'HEAD',
  '--workloads',
  'echo',
  '--arms',
  ARMS.join(),
];

/** In tests’ own time, however busy the machine. */
const UNTIL_ENDED = { timeout: 20_000 };

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

  // The next test has them measured as well, and does not wait for the end.
  it.runIf(allCases)('measures processes of this tree and of HEAD', async () => {
    const { code, stdout, stderr } = await spawnCli('compare', [
      ...PROCESSES,
      ...['--rounds', '1', '--json'],
    ]).ended;
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 session')]);
    const { head, rows, notes } = JSON.parse(stdout) as Comparison;
    expect(head.setting).toBe('processes');
    expect(rows.map(({ arm }) => arm)).toEqual(ARMS);
    for (const { ratio } of rows) expect(ratio?.estimate).toBeGreaterThan(0);
    expect(notes.join()).not.toContain('discarded');
  });

  it('has each tree start processes of its own code, and ends them however it ends itself', async () => {
    const { child, says, ended } = spawnCli('compare', [...PROCESSES, '--time', '600']);
    await says(/[1-9]\d* session/);
    const agentsBelow = (folder: string) =>
      childrenOf(child.pid, new RegExp(`${folder}/src/(places|peers)/processes/agent\\.ts$`));
    let agents: number[] = [];
    const counted = async () => {
      agents = await agentsBelow('');
      const own = await agentsBelow('/base-\\w+/tree');
      return [agents.length, own.map((each) => agents.includes(each))];
    };
    // While one session follows another, those of both may be there.
    await expect.poll(counted, UNTIL_ENDED).toEqual([2, [true]]);
    child.kill('SIGKILL');
    await ended;
    // All that an agent starts is in its group.
    const alive = () => {
      const all = execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' });
      const running = [...all.matchAll(/(\d+) +[^Z\s]/g)].map(([, group]) => Number(group));
      return running.filter((group) => agents.includes(group));
    };
    await expect.poll(alive, UNTIL_ENDED).toEqual([]);
    await expect
      .poll(() => readdirSync('.local').filter((name) => name.startsWith('base-')), UNTIL_ENDED)
      .toEqual([]);
    git('worktree', 'prune');
  });

  it('takes everything away at Ctrl-C', async () => {
    const { child, says, ended } = spawnCli('compare', [...SMALL, '--time', '600']);
    await says(/[1-9]\d* session/);
    const started = await childrenOf(child.pid, /workerd serve/);
    expect(started).toHaveLength(2);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect([code, stdout]).toEqual([130, '']);
    for (const pid of started) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(git('worktree', 'list')).not.toContain('roundtrip-base-');
  });
});

it('names a revision without the study', async () => {
  const { directory, remove } = temporaryCheckout();
  onTestFinished(remove);
  expect(await runCli(run, ['kkrpc-transports', '--interleaved', 'HEAD'], directory)).toMatchObject(
    {
      code: 2,
      stderr: expect.stringContaining('HEAD: got no study, expected kkrpc-transports') as string,
    },
  );
});
