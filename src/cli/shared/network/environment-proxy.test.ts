import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { bypassLoopback, chromiumProxyTo, proxyTo } from './environment-proxy.ts';

const PROXY = 'http://proxy.example:8080';
const on = (env: Record<string, string>, execArgv: string[] = []) => ({
  env: { NODE_USE_ENV_PROXY: '1', ...env } as Record<string, string | undefined>,
  execArgv,
});

describe('the proxy of the environment', () => {
  it.each([
    ['http://bench.example', on({ HTTP_PROXY: PROXY }), PROXY],
    ['https://bench.example', on({ HTTP_PROXY: PROXY }), PROXY],
    ['https://bench.example', on({ HTTPS_PROXY: 'http://me:secret@other:81' }), 'http://other:81'],
    ['http://bench.example', on({ HTTPS_PROXY: PROXY }), undefined],
    ['http://bench.example', on({ HTTP_PROXY: PROXY, http_proxy: '' }), undefined],
    // Node does not read it.
    ['http://bench.example', on({ ALL_PROXY: PROXY }), undefined],
    ['http://bench.example', on({ HTTP_PROXY: PROXY, NO_PROXY: 'a, .example' }), undefined],
    ['http://bench.example', on({ HTTP_PROXY: PROXY, NO_PROXY: 'bench.example:81' }), PROXY],
    ['http://bench.example', on({ HTTP_PROXY: PROXY, NO_PROXY: '*' }), undefined],
    ['http://localhost:8787', on({ HTTP_PROXY: PROXY }), undefined],
    ['http://127.0.0.1:8787', on({ HTTP_PROXY: PROXY }), undefined],
    ['http://[::1]:8787', on({ HTTP_PROXY: PROXY }), undefined],
    ['', on({ HTTP_PROXY: PROXY }), undefined],
  ])('of %j with %j is %j', (origin, started, expected) => {
    expect(proxyTo(origin, started)).toBe(expected);
  });

  it('is none unless Node is told to use it', () => {
    const env = { HTTP_PROXY: PROXY };
    const to = (more: Record<string, string>, execArgv: string[] = []) =>
      proxyTo('http://bench.example', { env: { ...env, ...more }, execArgv });
    expect(to({})).toBeUndefined();
    expect(to({ NODE_USE_ENV_PROXY: '0' })).toBeUndefined();
    expect(to({}, ['--use-env-proxy'])).toBe(PROXY);
    expect(to({ NODE_OPTIONS: '--no-warnings --use-env-proxy' })).toBe(PROXY);
  });
});

it.each([
  ['https://bench.example', { ALL_PROXY: 'proxy.example:8080' }, PROXY],
  ['https://bench.example', { HTTPS_PROXY: PROXY }, PROXY],
  ['https://bench.example', { HTTP_PROXY: PROXY }, undefined],
  ['https://bench.example', { HTTPS_PROXY: PROXY, no_proxy: 'bench.example' }, undefined],
  ['http://localhost:8787', { ALL_PROXY: PROXY }, undefined],
])('of Chromium to %j with %j is %j', (origin, env, expected) => {
  const started = { env: env as Record<string, string>, execArgv: [] };
  expect(chromiumProxyTo(origin, { ...started, platform: 'linux' })).toBe(expected);
  expect(chromiumProxyTo(origin, { ...started, platform: 'darwin' })).toBeUndefined();
});

it('keeps this machine out of the proxy, and what was kept out before', () => {
  const started = on({ NO_PROXY: 'a' });
  bypassLoopback(started);
  expect(started.env['NO_PROXY']).toBe('a,localhost,127.0.0.1,[::1]');
  const off = { env: {} as Record<string, string | undefined>, execArgv: [] };
  bypassLoopback(off);
  expect(off.env).toEqual({});
});

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

it('says of Node what Node does', async () => {
  const { spawn } = await import('node:child_process');
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 None\r\n\r\n');
  });
  const server = createServer((_, response) => response.end('direct'));
  const [at, own] = [await portOf(proxy), await portOf(server)];
  const file = new URL('environment-proxy.ts', import.meta.url).href;
  const code = `
    const { bypassLoopback, proxyTo } = await import(${JSON.stringify(file)});
    bypassLoopback();
    const origins = ['http://localhost:${own}', 'http://bench.invalid'];
    const answers = await Promise.all(origins.map((origin) =>
      fetch(origin).then((response) => response.text(), () => 'failed')));
    console.log(JSON.stringify([answers, origins.map((origin) => proxyTo(origin) ?? null)]));`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type', 'module', '--eval', code],
    {
      env: { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${at}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'exit');
  proxy.close();
  server.close();
  expect(JSON.parse(said)).toEqual([
    ['direct', 'failed'],
    [null, `http://127.0.0.1:${at}`],
  ]);
  expect(asked).toEqual(['bench.invalid:80']);
});
