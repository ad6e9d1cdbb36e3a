import { expect } from 'vitest';
import { discarded, measured } from '../../../core/testing/fixture.ts';
import { runCli } from '../../shared/testing/spawn-cli.ts';
import { run } from '../index.ts';

/** Runs `measure` within this process. @returns its record, of which nothing was discarded, and what it said */
export async function wholeRecord(...args: string[]) {
  const { code, stdout, stderr } = await runCli(run, [...args, '--out', '-']);
  expect(code, stderr).toBe(0);
  const record = measured(stdout);
  expect(discarded(record)).toEqual([]);
  return { record, stderr };
}
