/** `npm test`: a browser first, then the checks and all tests, and at the end what was left out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildGo } from '../../grpc/run/go.ts';
import { runCommand } from '../shared/args.ts';
import { findFirefox, GET_CHROMIUM, GET_FIREFOX } from '../shared/browser.ts';
import { provideChromium } from '../shared/provide-browser.ts';

/** Runs a script of package.json; resolves to its exit code. */
async function run(script: string): Promise<number> {
  const child = spawn('npm', ['run', script], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

/** What could not be tried on this machine, and how to get what it needs. */
async function leftOut(chromium: string | undefined): Promise<string[]> {
  const go = await buildGo();
  const firefox = findFirefox();
  return [
    ...('missing' in go ? [`what runs in Go (${go.missing})`] : []),
    ...(chromium === undefined
      ? [`all tests of pages, and the probes between windows (${GET_CHROMIUM})`]
      : firefox === undefined
        ? [`a run in Firefox (${GET_FIREFOX})`]
        : []),
  ];
}

await runCommand(
  {
    usage: ['npm test'],
    about: [
      'Finds or installs a Chromium, checks formatting, lint and types, and runs all tests. What cannot',
      'be tried for lack of a browser or of Go is named in the last line.',
    ].join('\n'),
    flags: {},
  },
  async () => {
    const chromium = await provideChromium();
    if (chromium !== undefined) console.error(`Browser: ${chromium}`);
    for (const script of [
      'check',
      'test:unit',
      ...(chromium === undefined ? [] : ['test:pages']),
    ]) {
      const code = await run(script);
      if (code !== 0) return code;
    }
    const missing = await leftOut(chromium);
    if (missing.length > 0) console.error(`Left out: ${missing.join('; ')}.`);
    return 0;
  },
);
