/**
 * The Chromium that tests and commands drive: found or installed before anything else is done, so that
 * no test and no measurement ever holds an installation, and started.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, LaunchOptions } from '@playwright/test';
import { say } from './args.ts';
import { runToEnd } from './process-end.ts';

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
export const GET_CHROMIUM =
  'run npx playwright install chromium, or set CHROMIUM_PATH to the path of yours';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Folder of a Chromium from the npm registry, which git ignores. */
const BROWSER_FOLDER = '.local/browser';
const PACKED_CHROMIUM = join(BROWSER_FOLDER, 'start-chromium');

/** A Chromium as a package, for machines that reach only npm. */
const PACKED = '@sparticuz/chromium';
const PACKED_VERSION = '153.0.0';

/** Paths of those on this machine, the preferred one first: Playwright’s own, the system’s, the npm registry’s. */
async function chromiumsHere(): Promise<string[]> {
  // The package of the commands comes without Playwright.
  const { chromium } = await import('@playwright/test').catch(() => ({ chromium: undefined }));
  const packed = join(process.cwd(), PACKED_CHROMIUM);
  const paths = [chromium?.executablePath() ?? '', ...SYSTEM_BROWSERS, packed];
  return paths.filter((path) => existsSync(path));
}

/**
 * Path of a Chromium that is here, or undefined. Nothing is installed: `provideChromium` does that.
 *
 * @throws Error where `CHROMIUM_PATH` names no file
 */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env['CHROMIUM_PATH'] ?? '';
  if (given === NO_CHROMIUM) return undefined;
  if (given === '') return (await chromiumsHere())[0];
  if (existsSync(given)) return given;
  throw new Error(`CHROMIUM_PATH: got ${given}, where there is no file`);
}

/**
 * Finds a Chromium that starts, or installs one, with progress on stderr. What is found is
 * `CHROMIUM_PATH` from then on, for this process and those it starts.
 *
 * @returns its path, or undefined where none can be had, which has been said
 * @throws Error where `CHROMIUM_PATH` names no file
 */
export async function provideChromium(): Promise<string | undefined> {
  if ((process.env['CHROMIUM_PATH'] ?? '') !== '') return findChromium();
  const path = (await firstThatStarts(new Set())) ?? (await install());
  process.env['CHROMIUM_PATH'] = path ?? NO_CHROMIUM;
  return path;
}

/** The path of a Chromium. @throws Error saying what to do where there is none */
export async function needChromium(find = provideChromium): Promise<string> {
  const path = await find();
  if (path === undefined) throw new Error(`no Chromium: ${GET_CHROMIUM}`);
  return path;
}

export async function launchChromium(
  executablePath: string,
  options: LaunchOptions = {},
): Promise<Browser> {
  const { chromium } = await import('@playwright/test');
  return chromium.launch({ ...options, executablePath, args: [...CHROMIUM_ARGS] });
}

/** @param failed paths of those that did not start, to which others are added */
async function firstThatStarts(failed: Set<string>): Promise<string | undefined> {
  for (const path of (await chromiumsHere()).filter((each) => !failed.has(each))) {
    try {
      await (await launchChromium(path)).close();
      return path;
    } catch (error) {
      // As Ubuntu’s /usr/bin/chromium-browser, which only says what else to install. The browser’s own
      // words stand among all that Playwright says of it.
      const text = String(error);
      const [, said = text.split('\n', 1).join('')] = /\[err\] (.*)/.exec(text) ?? [];
      say(`${path} does not start: ${said}`);
      failed.add(path);
    }
  }
  return undefined;
}

/** Installs one where that can be done: of the npm registry, with the libraries that it needs. */
async function install(): Promise<string | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    say('No Chromium that starts is here: installing one, once, which may take some minutes …');
    const failed = new Set(await chromiumsHere());
    await unpack();
    const path = await firstThatStarts(failed);
    if (path !== undefined) say(`Installed ${path}.`);
    if (path !== undefined) return path;
  }
  say(`No Chromium can be had here: ${GET_CHROMIUM}.`);
  return undefined;
}

/** The exports of the package. Both unpack to where temporary files go. */
interface Packed {
  default: { executablePath(): Promise<string> };
  inflate(file: string): Promise<string>;
}

/** Fetches the package into a folder that git ignores, and unpacks browser and libraries there. */
async function unpack(): Promise<void> {
  const folder = join(process.cwd(), BROWSER_FOLDER);
  const { TMPDIR } = process.env;
  // The remains of an attempt that was interrupted would be taken for unpacked.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const flags = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
  const args = ['install', ...flags, `${PACKED}@${PACKED_VERSION}`];
  if (!(await runToEnd('npm', args, { aloud: true })).ok) return;
  say('unpacking it …');
  const inside = join(folder, 'node_modules', PACKED);
  try {
    process.env['TMPDIR'] = folder;
    const packed = (await import(join(inside, 'build/index.js'))) as Packed;
    await packed.default.executablePath();
    await packed.inflate(join(inside, 'bin/al2023.tar.br'));
  } catch (error) {
    return say(String(error));
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
  const script = [
    '#!/bin/sh',
    'here=$(dirname "$0")',
    'LD_LIBRARY_PATH=$here/al2023/lib exec "$here/chromium" "$@"',
  ];
  await writeFile(join(process.cwd(), PACKED_CHROMIUM), `${script.join('\n')}\n`, { mode: 0o755 });
}
