import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { showStudy } from './dom.ts';

it('shows the form of the chosen study alone', () => {
  const { document } = parseHTML(
    '<section data-study="one"><form id="a"></form></section><section data-study="other" hidden><form id="b"></form></section>',
  );
  const hidden = () =>
    [...document.querySelectorAll('[data-study]')].map((each) => each.hasAttribute('hidden'));
  expect(showStudy(document, 'other')?.querySelector('form')?.id).toBe('b');
  expect(hidden()).toEqual([true, false]);
  expect(showStudy(document, 'one')?.querySelector('form')?.id).toBe('a');
  expect(hidden()).toEqual([false, true]);
});
