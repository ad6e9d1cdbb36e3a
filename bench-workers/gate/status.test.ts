import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { originOf } from '../../src/cli/shared/ports.ts';
import { status } from './status.ts';

/** Where the nights are kept, as a server that answers with this. */
async function kept(code: number, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(code).end(body));
  onTestFinished(() => void server.close());
  return `${await originOf(server)}/nights.json`;
}

async function read(url: string) {
  const response = await status(url);
  return { code: response.status, body: (await response.json()) as unknown };
}

describe('/bench/status', () => {
  it('hands on what is kept', async () => {
    const nights = [{ at: '2026-12-01T03:00:00Z' }];
    const found = await read(await kept(200, JSON.stringify({ nights })));
    expect(found).toEqual({ code: 200, body: { nights } });
  });

  it('knows of no night where none is kept, or none yet', async () => {
    const none = { code: 200, body: { nights: [] } };
    expect(await read('')).toEqual(none);
    expect(await read(await kept(404, 'Not Found'))).toEqual(none);
  });

  it.each([
    ['an error', 500, '', 'status 500'],
    ['no JSON', 200, '<html>', 'Unexpected token'],
    ['too much', 200, `"${'x'.repeat(1024 * 1024)}"`, 'characters'],
  ])('hands on nothing else: %s', async (_, code, body, says) => {
    const found = await read(await kept(code, body));
    expect(found).toMatchObject({ code: 502, body: { error: 'status' } });
    expect(JSON.stringify(found.body)).toContain(says);
  });
});
