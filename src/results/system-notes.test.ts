import { describe, expect, it } from 'vitest';
import { pastMoment } from './system-notes.ts';

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
    expect(messageOf('9999-01-01')).toMatch(
      /^got "9999-01-01", expected a time in the past, now being 2\d{3}-/,
    );
  });

  it.each(['last week', '2025-13-01', '20.11.2025'])('refuses %s', (value) => {
    expect(messageOf(value)).toContain(`got "${value}", expected an ISO 8601 date`);
  });
});
