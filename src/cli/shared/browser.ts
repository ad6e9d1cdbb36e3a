/** The Chromium that tests and commands drive: where it is, and how it is started. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

/** What keeps a headless Chromium quiet on a machine without a screen or a network. */
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
export const GET_FIREFOX = 'apt install firefox-esr, or set FIREFOX_PATH';

/** Where one of the npm registry goes, which is a part of no other checkout and of no commit. */
export const BROWSER_FOLDER = '.local/browser';
export const PACKED_CHROMIUM = join(BROWSER_FOLDER, 'start-chromium');

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Paths of what is on this machine, the preferred one first: Playwright’s own, the system’s, the npm registry’s. */
export function chromiumsHere(): string[] {
  const packed = join(process.cwd(), PACKED_CHROMIUM);
  return [chromium.executablePath(), ...SYSTEM_BROWSERS, packed].filter((path) => existsSync(path));
}

/**
 * Path of a Chromium that is here, or undefined. Nothing is installed: `provideChromium` does that.
 *
 * @throws Error where `CHROMIUM_PATH` names no file
 */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'] ?? '';
  if (given === NO_CHROMIUM) return undefined;
  if (given === '') return chromiumsHere()[0];
  if (existsSync(given)) return given;
  throw new Error(`CHROMIUM_PATH: got ${given}, where there is no file`);
}

/** Path of a Firefox as people have it: Playwright brings one of its own kind. */
export function findFirefox(): string | undefined {
  const places = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'];
  return places.find((path) => path !== undefined && existsSync(path));
}

/**
 * Starts a headless Chromium that is here.
 *
 * @param options `args` are added to those that every one gets
 * @throws Error saying what to do where there is none
 */
export function launchChromium({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = options.executablePath ?? findChromium();
  if (executablePath === undefined) throw new Error(`no Chromium: ${GET_CHROMIUM}`);
  return chromium.launch({ ...options, executablePath, args: [...CHROMIUM_ARGS, ...args] });
}
