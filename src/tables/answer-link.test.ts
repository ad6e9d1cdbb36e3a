import { expect, it } from 'vitest';
import { answerLink } from './answer-link.ts';

const entries = [{ href: '/studies/one/first/', entry: { data: { title: 'The first entry' } } }];

it('names an entry by its title and a probe by its question', () => {
  expect(answerLink('/studies/one/first/', entries)).toEqual({
    before: 'See the entry',
    name: 'The first entry',
  });
  expect(answerLink('/capabilities/#probe-values-map', entries)).toEqual({
    before: 'See the probe',
    name: 'Does a Map arrive as a Map?',
  });
});

it.each(['/studies/one/second/', '/capabilities/#probe-values'])('refuses %s', (href) => {
  expect(() => answerLink(href, entries)).toThrow(`got the answer "${href}"`);
});
