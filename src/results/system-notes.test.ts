import { z } from 'astro/zod';
import { describe, expect, it } from 'vitest';
import { namingValues, pastMoment } from './system-notes.ts';

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
    expect(issue?.path.join('../journal/collections')).toBe(path);
    expect(issue?.message).toMatch(message);
  });
});

const messageOf = (value: unknown): string | undefined =>
  pastMoment.safeParse(value).error?.issues[0]?.message;

describe('pastMoment', () => {
  it.each(['2025-11-20', '2025-11-20T12:30:00Z', '2025-11-20T12:30:00.123+01:00'])(
    'takes %s as it is',
    (value) => expect(pastMoment.parse(value)).toBe(value),
  );

  it('takes a date that YAML has read', () => {
    expect(pastMoment.parse(new Date('2025-11-20'))).toBe('2025-11-20');
  });

  it('refuses the future, and says what now is', () => {
    expect(messageOf('9999-01-01')).toMatch(/^expected a time in the past, now being 2\d{3}-/);
  });

  it.each(['last week', '2025-13-01', '20.11.2025'])('refuses %s', (value) => {
    expect(messageOf(value)).toMatch(/^expected an ISO 8601 date/);
  });
});
