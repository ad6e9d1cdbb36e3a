import { expect, it } from 'vitest';
import type { BenchKit } from './client-kit.ts';
import { probed } from '../../libraries/systems/capnweb/questions.ts';
import { typescript } from './typescript.ts';

it.each([
  ['typescript-promise', 'pass', 'it compiles'],
  ['typescript-errors', 'fail', "'error' is of type 'unknown'."],
])('asks the compiler: %s', async (id, result, detail) => {
  const kit: Partial<BenchKit> = { system: 'capnweb', code: probed.code };
  expect(await typescript[id]?.(kit as BenchKit)).toEqual({ result, detail });
});
