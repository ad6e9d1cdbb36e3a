/**
 * The Chromium that tests and commands drive: found or installed before anything else is done, so that
 * no test and no measurement ever holds an installation, and started.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { chosenOf, CHROMIUM_ARGS, GET_CHROMIUM, NO_CHROMIUM, SYSTEM_BROWSERS } from './chromium.ts';
import { runToEnd } from './process-end.ts';

export { CHROMIUM_ARGS, GET_CHROMIUM, NO_CHROMIUM };

/** Where one of the npm registry goes, which is a part of no other checkout and of no commit. */
const BROWSER_FOLDER = '.local/browser';
const PACKED_CHROMIUM = join(BROWSER_FOLDER, 'start-chromium');

/** Paths of what is on this machine, the preferred one first: Playwright’s own, the system’s, the npm registry’s. */
function chromiumsHere(): string[] {
  const packed = join(process.cwd(), PACKED_CHROMIUM);
  return [chromium.executablePath(), ...SYSTEM_BROWSERS, packed].filter((path) => existsSync(path));
}

/**
 * Path of a Chromium that is here, or undefined. Nothing is installed: `provideChromium` does that.
 *
 * @throws Error where `CHROMIUM_PATH` names no file
 */
export function findChromium(): string | undefined {
  return chosenOf(chromiumsHere());
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

/** A Chromium as a package, with the libraries it needs: for who may install none and reaches npm alone. */
const PACKED = '@sparticuz/chromium';
const PACKED_VERSION = '153.0.0';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

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

/** The same for who cannot do without. @throws Error saying what to do where none can be had */
export async function needChromium(): Promise<string> {
  const path = await provideChromium();
  if (path === undefined) throw new Error(`no Chromium: ${GET_CHROMIUM}`);
  return path;
}

/** @param failed paths of those that did not start, to which others are added */
async function firstThatStarts(failed: Set<string>): Promise<string | undefined> {
  for (const path of chromiumsHere().filter((each) => !failed.has(each))) {
    try {
      await (await launchChromium({ executablePath: path })).close();
      return path;
    } catch (error) {
      // As Ubuntu’s /usr/bin/chromium-browser, which only says what else to install.
      say(`${path} does not start: ${reasonOf(error)}`);
      failed.add(path);
    }
  }
  return undefined;
}

/** The browser’s own words, out of all that Playwright says of it. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, said] = /\[err\] (.*)/.exec(text) ?? [];
  return said ?? text.split('\n', 1).join('');
}

async function install(): Promise<string | undefined> {
  say('No Chromium that starts is here: installing one, once, which may take some minutes …');
  const failed = new Set(chromiumsHere());
  for (const way of ways()) {
    await way();
    const path = await firstThatStarts(failed);
    if (path !== undefined) {
      say(`Installed ${path}.`);
      return path;
    }
  }
  say(`No Chromium can be had here: ${GET_CHROMIUM}.`);
  return undefined;
}

function ways(): (() => Promise<unknown>)[] {
  const root = process.getuid?.() === 0;
  const patient = ['-o', 'DPkg::Lock::Timeout=300'];
  const packages = async () =>
    (await runs('apt-get', ['update'])) &&
    (await runs('apt-get', ['install', '--yes', ...patient, 'chromium']));
  return [
    ...(root && process.platform === 'linux' ? [packages] : []),
    () => runs('playwright', ['install', 'chromium']),
    ...(process.platform === 'linux' && process.arch === 'x64' ? [unpack] : []),
  ];
}

/** Runs a command, all that it says on stderr; resolves to whether it ended well. */
async function runs(command: string, args: readonly string[]): Promise<boolean> {
  say(`${command} ${args.join(' ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return (await runToEnd(command, args, { aloud: true, env })).ok;
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
  // What an attempt that was interrupted left would be taken for unpacked.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const flags = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
  if (!(await runs('npm', ['install', ...flags, `${PACKED}@${PACKED_VERSION}`]))) return;
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
