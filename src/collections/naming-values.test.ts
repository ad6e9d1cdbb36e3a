import { z } from 'astro/zod';
import { describe, expect, it } from 'vitest';
import { namingValues } from './systems.ts';

const schema = namingValues(
  z.strictObject({ results: z.array(z.strictObject({ totalMs: z.number().positive() })) }),
);

describe('namingValues', () => {
  it('passes what is right', () => {
    const right = { results: [{ totalMs: 1 }] };
    expect(schema.parse(right)).toEqual(right);
  });

  it.each([
    [{ results: [{ totalMs: '24.43' }] }, 'results.0.totalMs', /^got "24.43", expected number/],
    [{ results: [{ totalMs: -1 }] }, 'results.0.totalMs', /^got -1, .*>0/],
    [{ results: [{}] }, 'results.0.totalMs', /^got nothing, expected number/],
    [{ results: [], note: 'x' }, '', /^got .*note.*Unrecognized key/],
  ])('names the field and the value: %j', (wrong, path, message) => {
    const issue = schema.safeParse(wrong).error?.issues[0];
    expect(issue?.path.join('.')).toBe(path);
    expect(issue?.message).toMatch(message);
  });
});
