import { expect, it } from 'vitest';
import { browserOf, platformOf } from './run-study.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/156.0.0.0 Safari/537.36`, 'Chromium 156'],
  [`Mozilla/5.0 (X11) ${webkit} HeadlessChrome/156.0.0.0 Safari/537.36`, 'Chromium 156'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0`, 'Edge 156'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox 150'],
  [`Mozilla/5.0 (Macintosh) ${webkit} Version/26.1 Safari/605.1.15`, 'Safari 26.1'],
  ['curl/8', 'unknown browser'],
])('%s', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name);
});

it.each([
  ['Mozilla/5.0 (Linux; Android 16)', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X)', 'iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
  ['curl/8', undefined],
])('%s runs on %s', (userAgent, name) => {
  expect(platformOf(userAgent)).toBe(name);
});
