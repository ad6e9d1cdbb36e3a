/** Firefox and WebKit, driven by W3C WebDriver: Firefox speaks its BiDi form by itself, WebKitGTK the classic one. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findFreePair } from '../../cli/shared/ports.ts';
import { endWithThis, temporaryFolder } from '../../cli/shared/process-end.ts';
import { eventually } from '../eventually.ts';

/** A browser with one window. */
export interface Driver {
  /** Its own words for itself: `Firefox 153.0`. */
  name: string;
  open(address: string): Promise<void>;
  /** The JSON value of an expression in the page, awaited. @throws Error with what the page threw */
  evaluate(expression: string): Promise<unknown>;
  /** A PNG of the viewport, in base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

/** A kind of browser, what its programs are, and the packages of Debian and Ubuntu that have them. */
export interface Kind {
  id: 'firefox' | 'webkit';
  programs: ReadonlyArray<readonly [names: readonly string[], install: string]>;
  start: (paths: readonly string[]) => Promise<Driver>;
}

export const kinds: readonly Kind[] = [
  {
    id: 'firefox',
    programs: [[['firefox-esr', 'firefox'], 'firefox-esr']],
    start: ([path = '']) => startFirefox(path),
  },
  {
    id: 'webkit',
    programs: [
      [['WebKitWebDriver'], 'webkit2gtk-driver'],
      [['Xvfb'], 'xvfb'],
    ],
    start: ([driver = '', screen = '']) => startWebKit(driver, screen),
  },
];

/** Which programs of a kind are here, and which packages are to be installed for those that are not. */
export function look({ programs }: Kind): { paths: string[]; missing: string[] } {
  const found = programs.map(([names, install]) => {
    const path = names.find((name) => spawnSync('which', [name]).status === 0);
    return path === undefined ? { install } : { path };
  });
  return {
    paths: found.flatMap(({ path }) => path ?? []),
    missing: found.flatMap(({ install }) => install ?? []),
  };
}

/** Longest that a program may take until it says where it listens, in ms. */
const START_MS = 60_000;

interface Started {
  child: ChildProcess;
  stop: () => Promise<void>;
}

function start(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(path, args, {
    env: { ...process.env, ...env },
    // A group of its own: the processes of the pages end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${path} does not start`);
  const ended = endWithThis(-pid);
  child.stdout?.resume();
  child.stderr?.resume();
  const stop = async () => {
    const over = child.exitCode === null && child.signalCode === null && once(child, 'exit');
    process.kill(-pid, 'SIGKILL');
    await over;
    ended();
  };
  return { child, stop };
}

/** The first match in what a program prints. @throws Error where it ends or takes too long before */
async function printed(from: Readable | null, pattern: RegExp, name: string): Promise<string> {
  if (from === null) throw new Error(`${name}: got no output`);
  const signal = AbortSignal.timeout(START_MS);
  const lines: string[] = [];
  const reader = createInterface({ input: from, signal });
  for await (const line of reader) {
    const [, found] = pattern.exec(line) ?? [];
    // The interface has paused what it read from; a program whose output nobody reads stands still.
    if (found !== undefined) return (from.resume(), found);
    lines.push(line);
  }
  throw new Error(`${name}: got ${lines.join(' | ') || 'nothing'}, expected ${pattern}`);
}

/** @throws Error with what the page threw, or the browser refused */
async function startFirefox(path: string): Promise<Driver> {
  const profile = await temporaryFolder('firefox');
  const args = ['--headless', '--no-remote', '--profile', profile.path];
  const browser = start(path, [...args, '--remote-debugging-port', '0']);
  const says = /WebDriver BiDi listening on (ws:\S+)/;
  const socket = new WebSocket(`${await printed(browser.child.stderr, says, path)}/session`);
  const waiting = new Map<number, (answer: Answer) => void>();
  interface Answer {
    id: number;
    type: string;
    message?: string;
    result?: unknown;
  }
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
  });
  await once(socket, 'open');
  let last = 0;
  const command = async <Result>(method: string, params: object): Promise<Result> => {
    const id = (last += 1);
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.type === 'success') return answer.result as Result;
    throw new Error(`${method}: ${answer.message}`);
  };
  interface Session {
    capabilities: { browserVersion: string };
  }
  const { capabilities } = await command<Session>('session.new', { capabilities: {} });
  interface Tree {
    contexts: Array<{ context: string }>;
  }
  const { contexts } = await command<Tree>('browsingContext.getTree', {});
  const [{ context } = { context: '' }] = contexts;
  await command('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } });
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    async open(url) {
      await command('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await command<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value === undefined ? undefined : (JSON.parse(result.value) as unknown);
    },
    async screenshot() {
      const { data } = await command<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return data;
    },
    async close() {
      socket.close();
      await browser.stop();
      await profile.remove();
    },
  };
}

/** The browser of WebKitGTK is found by its driver. @throws Error with what the page threw, or the driver refused */
async function startWebKit(path: string, xvfb: string): Promise<Driver> {
  const screen = start(xvfb, [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1400x1000x24',
    '-nolisten',
    'tcp',
  ]);
  const display = await printed(screen.child.stdout, /^(\d+)$/, xvfb);
  const port = await findFreePair();
  const driver = start(path, [`--port=${port}`], { DISPLAY: `:${display}` });
  const stop = async () => {
    await driver.stop();
    await screen.stop();
  };
  const command = async <Value>(method: string, way: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${way}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Value & { message?: string } };
    if (response.ok) return value;
    throw new Error(`${way}: ${value.message}`);
  };
  await eventually(() => command('GET', '/status'));
  const { sessionId, capabilities } = await command<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('POST', '/session', { capabilities: { alwaysMatch: {} } });
  const session = `/session/${sessionId}`;
  await command('POST', `${session}/timeouts`, { script: 600_000, pageLoad: 120_000 });
  await command('POST', `${session}/window/rect`, { width: 1280, height: 900 });
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    async open(url) {
      await command('POST', `${session}/url`, { url });
    },
    async evaluate(expression) {
      const script = `const done = arguments[0];
        (async () => JSON.stringify((await (${expression})) ?? null))().then(
          (value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await command<{ value?: string; error?: string }>(
        'POST',
        `${session}/execute/async`,
        { script, args: [] },
      );
      if (error !== undefined) throw new Error(error);
      return JSON.parse(value ?? 'null') as unknown;
    },
    screenshot: () => command('GET', `${session}/screenshot`),
    async close() {
      await command('DELETE', session).catch(() => undefined);
      await stop();
    },
  };
}
