import { describe, expect, it } from 'vitest';
import { alarmsOf, MOST_NIGHTS, type Night, nightTexts, readNights, withNight } from './nights.ts';

const night = (day: number, change: Partial<Night> = {}): Night => ({
  at: `2026-12-${String(day).padStart(2, '0')}T03:00:00.000Z`,
  commit: 'a'.repeat(40),
  silent: [],
  arms: 10,
  wrong: [],
  control: { differs: false, ratio: 1, low: 0.99, high: 1.01 },
  ...change,
});
const silent = (...arms: string[]) => ({ silent: arms.map((arm) => ({ arm, why: 'it hung up' })) });
const differs = { control: { differs: true, ratio: 1.2, low: 1.1, high: 1.3 } };
const titles = (...nights: Night[]) => alarmsOf(nights).map(({ title }) => title);

describe('an alarm', () => {
  it('is none where nothing is wrong, or nothing is known', () => {
    expect(titles()).toEqual([]);
    expect(titles(night(1), night(2))).toEqual([]);
  });

  it('tells of each arm that stopped answering, once', () => {
    const lost = silent('capnweb/in-memory', 'kkrpc/json');
    const both = ['capnweb/in-memory stopped answering', 'kkrpc/json stopped answering'];
    expect(titles(night(1, lost))).toEqual(both);
    expect(titles(night(1), night(2, lost))).toEqual(both);
    expect(titles(night(1, lost), night(2, lost))).toEqual([]);
    const more = silent('kkrpc/json', 'lumenize/in-memory');
    expect(titles(night(1, lost), night(2, more))).toEqual([
      'lumenize/in-memory stopped answering',
    ]);
    expect(titles(night(1, lost), night(2), night(3, lost))).toEqual(both);
    expect(alarmsOf([night(2, lost)])[0]?.body).toBe(
      `In the night of 2026-12-02, at commit ${'a'.repeat(40)}: it hung up.`,
    );
  });

  it('tells of a bench that does not answer as of one thing', () => {
    const gone = { ...silent('*'), arms: 0, commit: null, control: null };
    expect(titles(night(1), night(2, gone))).toEqual(['The bench does not answer']);
    expect(titles(night(1, gone), night(2, silent('kkrpc/json')))).toEqual([]);
  });

  it('tells of a control that differs in the third night running, and not again', () => {
    const nights = [night(1), night(2, differs), night(3, differs)];
    expect(titles(...nights)).toEqual([]);
    expect(titles(...nights, night(4, differs))).toEqual(['The A/A control differs']);
    expect(titles(...nights, night(4, differs), night(5, differs))).toEqual([]);
    expect(titles(...nights, night(4), night(5, differs))).toEqual([]);
    // A night without a control is no night in which it differed.
    expect(titles(...nights, night(4, { control: null }), night(5, differs))).toEqual([]);
    expect(alarmsOf([...nights, night(4, differs)])[0]?.body).toContain(
      '- 2026-12-04: 1.200 (1.100–1.300)',
    );
  });
});

describe('the history', () => {
  it('keeps the newest nights', () => {
    const many = Array.from({ length: MOST_NIGHTS }, () => night(1));
    const kept = withNight(many, night(2));
    expect(kept).toHaveLength(MOST_NIGHTS);
    expect(kept.at(-1)).toEqual(night(2));
  });

  it('is read as it was written, and refused by field where it is not', () => {
    const nights = [night(1, silent('*')), night(2, { control: null, wrong: ['headers: no CSP'] })];
    expect(readNights(JSON.parse(JSON.stringify({ nights })))).toEqual(nights);
    expect(() => readNights({})).toThrow('nights: got none');
    for (const field of Object.keys(night(1))) {
      expect(() => readNights({ nights: [{ ...night(1), [field]: {} }] })).toThrow(
        `nights.0.${field}: got {}, expected`,
      );
    }
  });
});

it('a night is told in words', () => {
  expect(nightTexts(night(1))).toEqual({
    bench: 'all 10 arms answered',
    control: '1.00× (0.99–1.01)',
  });
  expect(nightTexts(night(1, { ...silent('kkrpc/json'), ...differs }))).toEqual({
    bench: '9 of 10 arms answered; not kkrpc/json',
    control: 'differs from itself, 1.20× (1.10–1.30)',
  });
  expect(nightTexts(night(1, { ...silent('*'), control: null }))).toEqual({
    bench: 'did not answer',
    control: 'not measured',
  });
});
