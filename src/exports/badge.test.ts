import { XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { contrast } from '../figures/testing/color.ts';
import { badgeOf, badgeSvg, colors } from './cite.ts';
import { madeUpPage } from './testing/entry.ts';

it('says the newest measured ratio of the first workload, with its interval', () => {
  const badge = badgeOf([madeUpPage(['quoted']), madeUpPage(['quoted', 'measured'])]);
  expect(badge?.label).toBe('One ÷ Two');
  expect(badge?.value).toMatch(/^1\.5\d× \(1\.\d\d–1\.\d\d\)$/);
  expect(badge?.title).toContain('“Calls”');
});

it('says a quoted ratio where nothing was measured, and that it is quoted', () => {
  expect(badgeOf([madeUpPage(['quoted'])])?.value).toBe('1.42× quoted');
});

it('says a throughput as the share of the reference’s', () => {
  const page = madeUpPage(['quoted']);
  const [run] = page.quoted;
  const [ratio] = run?.ratios ?? [];
  if (!run || !ratio) throw new Error('expected a quoted ratio');
  const ratios = [{ ...ratio, of: 'throughput' as const, ratio: 2 }];
  const badge = badgeOf([{ ...page, quoted: [{ ...run, ratios }] }]);
  expect(badge).toMatchObject({ label: 'One ÷ Two, throughput', value: '50\u202f% quoted' });
});

it('is none where nothing is compared', () => {
  expect(badgeOf([])).toBeUndefined();
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
