/** Where a Chromium is looked for, and how it is started, for commands that have no Playwright too. */
import { existsSync } from 'node:fs';

/** Flags that keep a headless Chromium quiet on a machine without a screen or a network. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** As `CHROMIUM_PATH`: do without one. What a test starts must not look for one again. */
export const NO_CHROMIUM = 'none';
export const GET_CHROMIUM = 'install Chromium, or set CHROMIUM_PATH to the path of yours';

export const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium that `CHROMIUM_PATH` names, or the first of these paths; undefined where there is none.
 *
 * @throws Error where `CHROMIUM_PATH` names no file
 */
export function chosenOf(paths: readonly string[]): string | undefined {
  const given = process.env['CHROMIUM_PATH'] ?? '';
  if (given === NO_CHROMIUM) return undefined;
  if (given === '') return paths.find((path) => existsSync(path));
  if (existsSync(given)) return given;
  throw new Error(`CHROMIUM_PATH: got ${given}, where there is no file`);
}

/**
 * The same, of the system’s browsers and Playwright’s own where that is installed.
 *
 * @throws Error saying what to do where there is none
 */
export async function chromiumHere(): Promise<string> {
  const { chromium } = await import('@playwright/test').catch(() => ({ chromium: undefined }));
  const path = chosenOf([chromium?.executablePath() ?? '', ...SYSTEM_BROWSERS]);
  if (path === undefined) throw new Error(`no Chromium: ${GET_CHROMIUM}`);
  return path;
}
