import { describe, expect, it } from 'vitest';
import { recordedAnswers } from '../../journal/build.ts';
import { publishedFailures } from '../../matrix/failures/record.ts';
import { features } from '../../matrix/features.ts';
import { needAnswer, needsOf } from './needs.ts';

const newest = { checked: '2026-11-29', versions: { capnweb: '0.12.0' } };

function answer(need: string, arm: string, own: object) {
  const notes = new Map([[arm.split('/')[0] ?? '', own]]);
  const sources = { recorded: recordedAnswers(), failures: publishedFailures(), notes };
  const { why = '', ...found } = needAnswer(need, arm, sources);
  return { ...found, why: why.replaceAll('\u00a0', ' ') };
}

describe('a need', () => {
  it('is each feature, silence and what packages tell; without features only the last', () => {
    const ids = needsOf({ features: true }).map(({ id }) => id);
    expect(ids).toEqual([...features.map(({ id }) => id), 'silence', 'npm', 'maintained']);
    expect(needsOf({}).map(({ id }) => id)).toEqual(['npm', 'maintained']);
  });

  it.each([
    ['2026-09-12', 'yes'],
    ['2025-11-28', 'no'],
  ])('“maintained” by a release of %s: %s', (day, expected) => {
    const notes = { newest: { ...newest, released: { 'capnweb@0.12.0': day } } };
    const { answer: got, why } = answer('maintained', 'capnweb/in-memory', notes);
    expect(got).toBe(expected);
    expect(why).toMatch(/^Newest release: 0\.12\.0 of .* 202\d, seen on 29 November 2026\.$/);
  });

  it('“maintained” is not tested for a version without a known day, and no where authors advise against it', () => {
    const old = { newest: { ...newest, released: { 'capnweb@0.11.0': '2026-09-12' } } };
    expect(answer('maintained', 'capnweb/in-memory', old).answer).toBe('not tested');
    const advice = { date: '2026-02-10', text: 'Deprecated.', source: 'https://example.com' };
    expect(answer('maintained', 'capnweb/in-memory', { ...old, advice })).toEqual({
      answer: 'no',
      why: 'Its authors have advised against it since 10 February 2026.',
    });
  });

  it.each([
    [{ newest }, 'yes'],
    [{ newest: { ...newest, unlisted: true } }, 'not tested'],
    [{}, 'not tested'],
    [{ newest, original: {} }, 'no'],
  ])('“on npm” with %j: %s', (notes, expected) => {
    expect(answer('npm', 'capnweb/in-memory', notes).answer).toBe(expected);
  });

  it('“survives silence” is about the transport that was tried, with the option that it takes', () => {
    const takes = 'keepAlive';
    expect(answer('silence', 'trpc/in-memory', {})).toMatchObject({ answer: 'yes', takes });
    expect(answer('silence', 'trpc/http-batch', {}).answer).toBe('not tested');
    expect(answer('silence', 'capnweb/in-memory', {}).answer).toBe('no');
    expect(answer('silence', 'capnweb/in-worker', {}).answer).toBe('not tested');
    expect(answer('silence', 'hono/http', {})).toMatchObject({ answer: 'yes', takes: undefined });
  });
});
