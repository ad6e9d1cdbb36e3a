/** `npm run check`, as far as it runs commands. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const run = (...commands: string[]) => {
  const args = ['--import', import.meta.resolve('tsx'), 'src/testing/at-once.ts', ...commands];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
};

it('says what it runs and how long each took, and goes on where the first one fails', () => {
  const { status, stdout, stderr } = run('--first', 'echo gone; exit 3', 'echo one', 'exit 1');
  expect(status).toBe(1);
  expect(stdout).toBe('gone\none\n');
  expect(stderr).toMatch(/^running: echo gone; exit 3\nFAILED in \d+\.\d s: echo gone; exit 3\n/);
  expect(stderr).toContain('\nrunning: echo one; exit 1\n');
  expect(stderr).toMatch(/\npassed in \d+\.\d s: echo one\n/);
  expect(stderr).toMatch(/\nFailed: echo gone; exit 3; exit 1\n$/);
  expect(run('true', 'true').status).toBe(0);
});
