import { afterEach, expect, it, vi } from 'vitest';
import { findChromium, NO_CHROMIUM, needChromium, provideChromium } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

it('takes the Chromium that is named, and installs none', async () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(await findChromium()).toBe(process.execPath);
  expect(await provideChromium()).toBe(process.execPath);
});

it('says where it looked for one that is named and not there', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  const expected = 'CHROMIUM_PATH: got /nowhere/chromium, where there is no file';
  await expect(findChromium()).rejects.toThrow(expected);
  await expect(provideChromium()).rejects.toThrow(expected);
});

it('does without one where that is asked for, or says what to do', async () => {
  vi.stubEnv('CHROMIUM_PATH', NO_CHROMIUM);
  expect(await provideChromium()).toBeUndefined();
  const expected =
    'no Chromium: run npx playwright install chromium, or set CHROMIUM_PATH to the path of';
  await expect(needChromium()).rejects.toThrow(expected);
  await expect(needChromium(findChromium)).rejects.toThrow(expected);
});
