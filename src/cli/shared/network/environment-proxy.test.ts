import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { originOf } from '../ports.ts';
import { bypassLoopback, proxyTo } from './environment-proxy.ts';

const PROXY = 'http://proxy.example:8080';
const on = (env: Record<string, string>) => ({ NODE_USE_ENV_PROXY: '1', ...env });

it.each<[string, Record<string, string>, string | undefined]>([
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
  ['http://[::1]:8787', on({ HTTP_PROXY: PROXY }), undefined],
  ['', on({ HTTP_PROXY: PROXY }), undefined],
  ['http://bench.example', { HTTP_PROXY: PROXY }, undefined],
  ['http://bench.example', { HTTP_PROXY: PROXY, NODE_OPTIONS: '--use-env-proxy' }, PROXY],
])('to %j with %j is %j', (origin, env, expected) => {
  expect(proxyTo(origin, { env, execArgv: [] })).toBe(expected);
});

it('says of Node what Node does, and keeps this machine out of the proxy', async () => {
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 None\r\n\r\n');
  });
  const server = createServer((_, response) => response.end('direct'));
  const [at, own] = [await originOf(proxy, '127.0.0.1'), await originOf(server)];
  const file = new URL('environment-proxy.ts', import.meta.url).href;
  const code = `
    const { bypassLoopback, proxyTo } = await import(${JSON.stringify(file)});
    bypassLoopback();
    const origins = ['${own}', 'http://bench.invalid'];
    const answers = await Promise.all(origins.map((origin) =>
      fetch(origin).then((response) => response.text(), () => 'failed')));
    console.log(JSON.stringify([answers, origins.map((origin) => proxyTo(origin) ?? null)]));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type', 'module', '--eval', code],
    { env: { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: at } },
  );
  proxy.close();
  server.close();
  expect(JSON.parse(stdout)).toEqual([
    ['direct', 'failed'],
    [null, at],
  ]);
  expect(asked).toEqual(['bench.invalid:80']);
});

it('adds to what was kept out of the proxy before, where there may be one', () => {
  const started = { env: on({ NO_PROXY: 'a' }) as Record<string, string>, execArgv: [] };
  bypassLoopback(started);
  expect(started.env['NO_PROXY']).toBe('a,localhost,127.0.0.1,[::1]');
  const off = { env: {} as Record<string, string | undefined>, execArgv: [] };
  bypassLoopback(off);
  expect(off.env).toEqual({});
});
