/** The shell steps of the workflows, run with stubs of GitHub's command and of what takes long. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from './testing/replay.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-replay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const always = { 'github.token': 'token', 'github.repository': 'owner/roundtrip' };
const ADDRESS = 'https://pr-7-roundtrip.example.workers.dev';

describe('preview-deploy', () => {
  interface Pull {
    fork?: boolean;
    /** Its state and newest commit, as `gh pr view` prints them. */
    state?: string;
    /** The files that the first half left beside the preview. */
    measured?: Readonly<Record<string, string>>;
    /** The comment that is there already. */
    comment?: string;
    /** Script in the place of the command that puts the preview out. */
    putOut?: string;
    /** Script in the place of the command that writes the comment: what it is told, unless given. */
    write?: string;
  }

  const WRITES = `exec "${process.cwd()}/node_modules/.bin/tsx" "\${@:3}"`;
  const TELLS = `for name in ADDRESS MEASURED CHANGES RUN; do echo "$name=\${!name##*/}"; done`;

  function putOut({ fork, state = 'OPEN abc', measured, comment = '', ...scripts }: Pull) {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'artifacts/preview'), { recursive: true });
    writeFileSync(join(folder, 'artifacts/preview/number'), '7\n');
    if (measured) mkdirSync(join(folder, 'artifacts/measured'));
    for (const [name, text] of Object.entries(measured ?? {})) {
      writeFileSync(join(folder, 'artifacts/measured', name), text);
    }
    const event = 'github.event.workflow_run';
    const done = replay({
      ...{ job: 'preview-deploy/deploy', folder, cwd: process.cwd() },
      expressions: {
        ...always,
        [`${event}.conclusion != 'cancelled'`]: 'true',
        [`${event}.head_repository.full_name == github.repository`]: String(fork !== true),
        [`${event}.head_sha`]: 'abc',
        [`${event}.id`]: '12',
        'secrets.CLOUDFLARE_API_TOKEN': 'secret',
        'secrets.CLOUDFLARE_ACCOUNT_ID': 'account',
      },
      stubs: {
        gh: `case "$*" in
  "pr view 7 "*) echo "${state}" ;;
  "api --paginate "*) echo "${comment}" ;;
esac`,
        npm: `case "$*" in
  "exec "*) ${scripts.write ?? TELLS} ;;
  "run -s deploy "*) ${scripts.putOut ?? `echo ${ADDRESS}`} ;;
esac`,
      },
    });
    const file = join(folder, 'comment.md');
    return { ...done, text: existsSync(file) ? readFileSync(file, 'utf8') : '' };
  }

  const verdicts = {
    studies: [{ study: 'lumenize-vs-capnweb' }],
    rows: [{ arm: 'capnweb/in-memory', workload: 'increment', verdict: 'undecided' }],
  };

  it('puts a branch of the repository out, and says in a new comment where it is and what changes', () => {
    const { failed, calls, text } = putOut({
      write: WRITES,
      measured: {
        'measured.json': JSON.stringify(verdicts),
        'changes.txt': '2\t1\tcontent/entries/streams/near.mdx\n',
      },
    });
    expect(failed).toEqual({});
    expect(calls).toContainEqual(
      expect.stringMatching(/^npm run -s deploy -- preview 7 \S+\/artifacts\/preview$/),
    );
    expect(calls.at(-1)).toMatch(
      /^gh api --method POST repos\/owner\/roundtrip\/issues\/7\/comments /,
    );
    expect(text).toContain(ADDRESS);
    expect(text).toContain('`/studies/streams/near/`');
    expect(text).toContain('- 1 undecided: `capnweb/in-memory` in `increment`');
  });

  it('rewrites the comment that is there, as for the same commit built twice', () => {
    const { failed, calls } = putOut({ comment: '99' });
    expect(failed).toEqual({});
    expect(calls.at(-1)).toMatch(
      /^gh api --method PATCH repos\/owner\/roundtrip\/issues\/comments\/99 /,
    );
  });

  it('runs nothing of a fork, and says how to look at it', () => {
    const { failed, calls, text } = putOut({ fork: true });
    expect(failed).toEqual({});
    expect(calls.join('\n')).not.toContain('deploy -- preview');
    expect(text).toMatch(/^ADDRESS=\n[^]*^RUN=12$/m);
  });

  it.each([
    ['no configuration changed', { 'measured.json': '{}' }, 'MEASURED=measured.json\nCHANGES=\n'],
    ['the measurement failed', { 'measured.json': '', 'changes.txt': '' }, 'MEASURED=\nCHANGES=\n'],
    ['nothing was left', undefined, 'MEASURED=\nCHANGES=\n'],
  ])('comments where %s', (_, measured, told) => {
    const { failed, text } = putOut(measured ? { measured } : {});
    expect(failed).toEqual({});
    expect(text).toBe(`ADDRESS=${ADDRESS.split('/').at(-1)}\n${told}RUN=12\n`);
  });

  it('names no address where the preview does not answer, and fails', () => {
    const { failed, calls, text } = putOut({ putOut: 'exit 1' });
    expect(Object.keys(failed)).toEqual(['Put it out']);
    expect(text).toMatch(/^ADDRESS=$/m);
    expect(calls.at(-1)).toMatch(/^gh api --method POST /);
  });

  it.each(['CLOSED abc', 'OPEN newer'])(
    'puts nothing out where the pull request is %s',
    (state) => {
      const { ran, failed, calls } = putOut({ state });
      expect(failed).toEqual({});
      expect(ran.at(-1)).toMatch(/^Find the pull request/);
      expect(calls.filter((call) => !call.startsWith('npm install'))).toHaveLength(1);
    },
  );
});

describe('preview', () => {
  it('bundles with the number of the pull request beside it', () => {
    const folder = emptyFolder();
    const { failed, calls } = replay({
      ...{ job: 'preview/bundle', folder, cwd: folder },
      expressions: { 'github.event.pull_request.number': '7' },
      stubs: { npm: '[ "$2" != deploy ] || mkdir "$6"' },
    });
    expect(failed).toEqual({});
    expect(calls).toEqual(['npm install', `npm run deploy -- bundle 7 ${folder}/preview`]);
    expect(readFileSync(join(folder, 'preview/number'), 'utf8')).toBe('7\n');
  });

  it('names the files that changed since the branch left the base, and measures both folders', () => {
    const folder = emptyFolder();
    const head = join(folder, 'head');
    mkdirSync(head);
    mkdirSync(join(folder, 'base'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', head, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        encoding: 'utf8',
      });
    const commit = (name: string) => {
      writeFileSync(join(head, name), 'one\n');
      git('add', '.');
      git('commit', '-qm', name);
    };
    git('init', '-qb', 'main');
    commit('old.txt');
    const base = git('rev-parse', 'HEAD').trim();
    git('checkout', '-qb', 'branch');
    commit('new.txt');
    git('checkout', '-q', 'main');
    commit('meanwhile.txt');
    git('update-ref', 'refs/remotes/origin/main', 'main');
    git('checkout', '-q', 'branch');
    const { failed, ran } = replay({
      ...{ job: 'preview/measure', folder, cwd: folder, env: { GITHUB_BASE_REF: 'main' } },
      expressions: {},
      stubs: { npm: '[ "$1" != run ] || echo "{}"' },
    });
    expect(failed).toEqual({});
    expect(ran).toContain('Name the files that it changes');
    expect(readFileSync(join(folder, 'output-1'), 'utf8')).toBe(`commit=${base}\n`);
    expect(readFileSync(join(folder, 'changes.txt'), 'utf8')).toBe('1\t0\tnew.txt\n');
    expect(readFileSync(join(folder, 'measured.json'), 'utf8')).toBe('{}\n');
  });
});

describe('preview-delete', () => {
  const deleting = (number: string, list = '') =>
    replay({
      ...{ job: 'preview-delete/delete', folder: emptyFolder(), cwd: process.cwd() },
      expressions: {
        ...always,
        "github.event_name != 'pull_request_target' || github.event.pull_request.head.repo.full_name == github.repository":
          'true',
        'github.event.pull_request.number': number,
        'secrets.CLOUDFLARE_API_TOKEN': 'secret',
        'secrets.CLOUDFLARE_ACCOUNT_ID': 'account',
      },
      stubs: { npm: '', gh: `printf '${list}'` },
    });

  it('deletes the preview of the pull request that closed, and every week those that are left', () => {
    expect(deleting('7').calls).toEqual(['npm install', 'npm run deploy -- delete 7']);
    expect(deleting('', '3\\n5\\n').calls.filter((call) => call.startsWith('npm run'))).toEqual([
      'npm run deploy -- delete 3',
      'npm run deploy -- delete 5',
    ]);
  });
});

it('deploy gives the command what it needs', () => {
  const secrets = ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID'];
  const { failed } = replay({
    ...{ job: 'deploy/deploy', folder: emptyFolder(), cwd: process.cwd() },
    expressions: {
      ...always,
      'github.server_url': 'https://github.com',
      'vars.SITE_URL': 'https://example.org',
      'vars.GATE': '',
      'vars.PUBLIC_OPERATOR': 'Jane Doe <mailto:jane@example.org>',
      ...Object.fromEntries(secrets.map((name) => [`secrets.${name}`, 'secret'])),
    },
    stubs: {
      npm: `[ "$2" != deploy ] || [ "$SITE_URL $${secrets.join(' $')}" = "https://example.org secret secret" ]`,
    },
  });
  expect(failed).toEqual({});
});

it.each([
  ['as they were', '', []],
  [
    'others',
    'echo "{}" > package-lock.json; git commit -qam other',
    ['npm audit --omit=dev', 'npm audit --audit-level=high'],
  ],
])('ci asks for known weaknesses where packages are %s', (_, change, expected) => {
  const folder = emptyFolder();
  const script = `git init -qb main; git config user.name a; git config user.email a@b; touch package-lock.json
git add .; git commit -qm base; git update-ref refs/remotes/origin/main main; ${change}`;
  execFileSync('bash', ['-ec', script], { cwd: folder });
  const { failed, calls } = replay({
    ...{ job: 'ci/audit', folder, cwd: folder, env: { GITHUB_BASE_REF: 'main' } },
    expressions: { "github.event_name == 'pull_request'": 'true' },
    stubs: { npm: '' },
  });
  expect({ failed, calls }).toEqual({ failed: {}, calls: expected });
});
