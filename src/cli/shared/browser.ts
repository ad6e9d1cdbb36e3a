import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

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

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/**
 * Path of a Chromium: `CHROMIUM_PATH`, Playwright's own, the system's, or one that is installed
 * now, from Debian's packages where that is allowed and else by Playwright.
 *
 * @throws Error saying what to install when there is none.
 */
export function findChromium(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH: got ${given}, where there is no file`);
  }
  return installed() ?? install();
}

function installed(): string | undefined {
  return [chromium.executablePath(), ...SYSTEM_BROWSERS].find((path) => existsSync(path));
}

function install(): string {
  process.stderr.write('No Chromium found: installing one …\n');
  const root = process.getuid?.() === 0;
  const attempts = [
    ...(root
      ? [
          ['apt-get', 'update'],
          ['apt-get', 'install', '--yes', 'chromium'],
        ]
      : []),
    ['playwright', 'install', 'chromium'],
  ];
  for (const [command = '', ...args] of attempts) {
    spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const found = installed();
    if (found !== undefined) return found;
  }
  throw new Error('no Chromium: install one, or set CHROMIUM_PATH to the path of yours');
}
