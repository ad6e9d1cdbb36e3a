import { afterEach, expect, it, vi } from 'vitest';
import { findChromium, NO_CHROMIUM, needChromium, provideChromium } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

const missing = 'CHROMIUM_PATH: got /nowhere/chromium, where there is no file';
const none =
  'no Chromium: run npx playwright install chromium, or set CHROMIUM_PATH to the path of';

it.each([
  [process.execPath, process.execPath, process.execPath],
  ['/nowhere/chromium', missing, missing],
  [NO_CHROMIUM, undefined, none],
])('with CHROMIUM_PATH=%s finds %s, and installs none', async (path, found, needed) => {
  vi.stubEnv('CHROMIUM_PATH', path);
  const textOf = (error: Error) => error.message;
  for (const find of [findChromium, provideChromium]) {
    expect(await find().catch(textOf)).toBe(found);
    expect(await needChromium(find).catch(textOf)).toContain(needed);
  }
});
