import { XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { contrast } from '../figures/testing/color.ts';
import { badgeOf, badgeSvg, colors } from './cite.ts';

it('says what was done and who took how long, and all of it in its title', () => {
  const line =
    'One call that writes, from a browser: by hand 0.43 ms · Cap’n Web 0.49 · Other 0.53 (1.08×, 1.07–1.10: equal).';
  expect(badgeOf({ sentences: [line, 'Another.'] })).toEqual({
    label: 'One call that writes',
    value: 'by hand 0.43 ms · Cap’n Web 0.49 · Other 0.53',
    title: line,
  });
});

it('is an SVG file, whatever stands in its text', () => {
  const text = badgeSvg({ label: 'A & B <b>', value: '1×', title: 'Says "A"' });
  expect(XMLValidator.validate(text)).toBe(true);
  expect(text).toContain('A &amp; B &lt;b&gt;');
});

it('can be read on both grounds', () => {
  for (const ground of [colors.label, colors.value]) {
    expect(contrast(colors.text, ground)).toBeGreaterThanOrEqual(4.5);
  }
});
