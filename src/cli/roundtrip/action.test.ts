/** The GitHub Action, with events from files and an API on this machine. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { git } from '../shared/checkout.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './action.ts';

const root = process.cwd();
const HEAD = 'a'.repeat(40);
const templates = 'src/cli/roundtrip/templates';
const act = (...args: string[]) => runCli((argv) => run(argv, root), args, folder);

let folder: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundtrip-action-'));
  env = { ...process.env };
});
afterEach(() => {
  process.env = env;
  rmSync(folder, { recursive: true, force: true });
});

function event(document: object): string {
  const file = join(folder, 'event.json');
  writeFileSync(file, JSON.stringify({ repository: { full_name: 'a/b' }, ...document }));
  return file;
}

/** A comparison that an earlier workflow left. */
function leave(label: string, number = 7): void {
  const side = { name: 'main', commit: HEAD, dirty: false, setting: 'workerd', runtime: 'Node 24' };
  const ratio = { estimate: 1.2, interval: { low: 1.1, high: 1.3 } };
  const row = { arm: 'outside:a/b', label, workload: 'increment', verdict: 'slower', ratio };
  const comparison = {
    ...{ kind: 'interleaved', study: 'lumenize-vs-capnweb', base: side, head: side, margin: 0.05 },
    ...{ corrected: 1, rounds: 9, doubts: [], notes: ['@someone https://b.example'], rows: [row] },
    slower: [{ arm: row.arm, workload: row.workload }],
  };
  mkdirSync(join(folder, 'roundtrip-compared'));
  writeFileSync(
    join(folder, 'roundtrip-compared/comparison.json'),
    JSON.stringify({ number, comparison }),
  );
}

/** The part of GitHub’s API that is used, and what it was asked. */
async function gitHub(comments: object[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      asked.push(`${request.method} ${request.url} ${body}`);
      response.setHeader('Content-Type', 'application/json');
      const isPull = /pulls\/\d+$/.test(request.url ?? '');
      response.end(JSON.stringify(isPull ? { head: { sha: HEAD } } : comments));
    })();
  });
  await once(server.listen(0, 'localhost'), 'listening');
  process.env['GITHUB_API_URL'] = `http://localhost:${(server.address() as AddressInfo).port}`;
  process.env['GITHUB_TOKEN'] = 'a token';
  return { asked, [Symbol.dispose]: () => void server.close() };
}

describe('for a pull request', () => {
  it('measures base and head, prints the comment of a dry run, and leaves it for a fork', async () => {
    mkdirSync(join(folder, 'bench'));
    for (const name of readdirSync(join(templates, 'object'))) {
      writeFileSync(join(folder, 'bench', name), readFileSync(join(templates, 'object', name)));
    }
    const author = ['-c', 'user.name=An author', '-c', 'user.email=author@example.org'];
    await git(folder, 'init', '--quiet');
    await git(folder, 'add', '--all');
    await git(folder, ...author, 'commit', '--quiet', '--message', 'Begin');
    const sha = (await git(folder, 'rev-parse', 'HEAD')).trim();
    const head = { repo: { full_name: 'fork/b' } };
    const file = event({ pull_request: { number: 7, base: { sha }, head } });
    const dry = await act('--event', file, '--time', '1', '--dry-run');
    expect(dry.stderr).not.toContain('Error');
    expect(dry.code).toBe(0);
    expect(dry.stdout).toContain('Comment on pull request 7:');
    expect(dry.stdout).toMatch(/\| Pairs \(from outside\)/);

    delete process.env['GITHUB_TOKEN'];
    expect((await act('--event', file, '--time', '1')).code).toBe(0);
    const left = readFileSync(join(folder, 'roundtrip-compared/comparison.json'), 'utf8');
    expect(JSON.parse(left)).toMatchObject({ number: 7, comparison: { base: { commit: sha } } });
    const later = await act('--event', event({ workflow_run: { head_sha: HEAD } }), '--dry-run');
    expect(later.stdout).toMatch(/\| Pairs \(from outside\)/);
  });

  it('says which event it can act on', async () => {
    const { stderr, code } = await act('--event', event({}));
    expect(stderr).toContain('got neither, expected a pull_request or a workflow_run');
    expect(code).toBe(2);
  });
});

describe('for what a fork left', () => {
  const later = () => act('--event', event({ workflow_run: { head_sha: HEAD } }));

  it('writes one comment, and writes over it the next time', async () => {
    leave('Pairs');
    using first = await gitHub([]);
    expect((await later()).code).toBe(0);
    expect(first.asked.at(-1)).toMatch(/^POST \/repos\/a\/b\/issues\/7\/comments /);
    expect(first.asked.at(-1)).toContain('1.20×');
    using second = await gitHub([{ id: 3, body: '<!-- roundtrip -->\n', user: { type: 'Bot' } }]);
    expect((await later()).code).toBe(0);
    expect(second.asked.at(-1)).toMatch(/^PATCH \/repos\/a\/b\/issues\/comments\/3 /);
  });

  it('takes nothing on trust', async () => {
    leave('<img src=x> [a](https://b.example) @someone');
    using github = await gitHub([]);
    expect((await later()).code).toBe(0);
    expect(github.asked.at(-1)).not.toMatch(/<img|https:|@someone|\]\(/);
    rmSync(join(folder, 'roundtrip-compared'), { recursive: true });
    leave('Pairs', -1);
    expect((await later()).code).toBe(1);
  });

  it('says nothing of a commit that is not the newest', async () => {
    leave('Pairs');
    using github = await gitHub([]);
    const moved = await act('--event', event({ workflow_run: { head_sha: 'b'.repeat(40) } }));
    expect(moved.stderr).toContain(`expected ${'b'.repeat(40)}`);
    expect(github.asked.some((line) => line.startsWith('POST'))).toBe(false);
  });
});

describe('the YAML', () => {
  it('calls the command and decides nothing', () => {
    const action = parse(readFileSync('action.yml', 'utf8')) as { runs: { steps: object[] } };
    expect(action.runs.steps).toHaveLength(1);
    for (const file of ['action.yml', `${templates}/roundtrip.yml`]) {
      const text = readFileSync(file, 'utf8');
      expect(text).toContain('roundtrip action');
    }
  });
});
