import { describe, expect, it } from 'vitest';
import { noticeNames } from '../harness/record/index.ts';
import { noticeText } from './ending.ts';

describe('noticeText', () => {
  it.each(noticeNames)('says %s in at most 25 words that end', (name) => {
    const text = noticeText({ name, by: 0.12 }, 'sessions');
    expect(text.split(' ').length).toBeLessThanOrEqual(25);
    expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    [
      { name: 'carry-over', by: 0.118 },
      'Its turns take up to 12 % longer after one arm than after another, so turns disturb each other.',
    ],
    [
      { name: 'load-changed', by: 0.3 },
      'The machine became busier during the run, so early and late sessions may differ.',
    ],
    [
      { name: 'load-changed', by: -0.3 },
      'The machine became less busy during the run, so early and late sessions may differ.',
    ],
    [
      { name: 'drift' },
      'Sessions grew steadily slower or faster, so the machine or the network may have changed during the run.',
    ],
    [
      { name: 'clock' },
      'The shortest operation lasts less than ten steps of the clock, so only whole turns were timed.',
    ],
  ] as const)('says of %j', (notice, sentence) => {
    expect(noticeText(notice, 'sessions')).toBe(sentence);
  });

  it('speaks of blocks where a record has them', () => {
    expect(noticeText({ name: 'clock' }, 'blocks')).toContain('only whole blocks were timed');
    expect(noticeText({ name: 'drift' }, 'blocks')).toMatch(/^Blocks grew/);
  });

  it('refuses a notice that lacks how much it is by', () => {
    expect(() => noticeText({ name: 'carry-over' }, 'sessions')).toThrow(
      'notice "carry-over": got no amount, expected how much it is by',
    );
  });
});
