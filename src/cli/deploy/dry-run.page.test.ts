import { expect, test } from '@playwright/test';
import { testSite } from '../../testing/site.ts';
import { spawnCli } from '../shared/testing/spawn-cli.ts';
import type { DryRun } from './dry-run.ts';

/**
 * Stands with the page tests for their site: to build one takes longer than all else. For each change the
 * workflow of the tests rehearses a deploy, all of it.
 */
test('a dry run takes a failing version back across a migration, with its objects @all-cases', async () => {
  const flags = ['--dry-run', '--dist', testSite().directory, '--only', 'migrated', '--json'];
  const { code, stdout, stderr } = await spawnCli('deploy', flags).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('made-to-fail') });
  const done = JSON.parse(stdout) as DryRun;
  const [first, migrated] = done.rehearsals;
  expect(first).toMatchObject({ outcome: 'released', why: null });
  const names = first?.steps.at(-1)?.checks?.map(({ name, ok }) => [name, ok]);
  expect(names).toEqual(['commit', 'pages', 'headers', 'arms'].map((name) => [name, true]));
  expect(migrated).toMatchObject({ outcome: 'rolled-back', expected: 'rolled-back' });
  expect(migrated?.why).toContain(
    'capnweb/http-batch: a turn: the batch was refused with status 503',
  );
  expect(migrated?.steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['upload', false],
    ['upload', true],
    ['traffic', true],
    ['check', false],
    ['roll-back', false],
    ['roll-back', true],
    ['check-again', true],
  ]);
  expect(done).toMatchObject({ ok: true, objectsKept: true });
});
