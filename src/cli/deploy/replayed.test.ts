/** The shell steps of the workflows that deploy, with stubs of npm, npx and GitHub’s command. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder, writeFiles } from '../shared/testing/scratch.ts';
import { replay } from './testing/replay.ts';

const ADDRESS = 'https://pr-7-roundtrip.example.workers.dev';
const repository = 'owner/roundtrip';
const secrets = { CLOUDFLARE_API_TOKEN: 'token', CLOUDFLARE_ACCOUNT_ID: 'account' };
// Runners of GitHub have jq; the machine that tests may not.
const hasJq = spawnSync('jq', ['--version']).status === 0;

describe.runIf(hasJq)('preview-deploy', () => {
  /** `state` is what `gh pr view` prints; `answers` is whether the preview passes its check. */
  type Pull = { fork?: boolean; state?: string; answers?: boolean };

  /** @param measured false if the measurement failed, which leaves no second artifact */
  function deploy(pull: Pull, measured = false) {
    const folder = scratchFolder();
    const artifacts = join(folder, 'artifacts');
    writeFiles(artifacts, { 'preview/number': '7\n' });
    cpSync('wrangler.jsonc', join(artifacts, 'preview/config.jsonc'));
    symlinkSync('/etc/passwd', join(artifacts, 'preview/link'));
    if (measured) {
      writeFiles(artifacts, {
        'measured/changes.txt': ' near.mdx | 2 +-\n',
        'measured/measured.txt': '~~~\n@owner 1.08×\x1b[2J\n',
      });
    }
    const head_repository = { full_name: pull.fork ? 'other/roundtrip' : repository };
    const event = { workflow_run: { id: 12, head_sha: 'abc', head_repository } };
    const done = replay(
      'preview-deploy',
      { github: { repository, token: 'token', event }, secrets },
      {
        gh: `case "$*" in
  "pr view 7 "*) echo "${pull.state ?? 'OPEN abc'}" ;;
  "api --paginate "*) echo "${measured ? '' : '99'}" ;;
esac`,
        npm: `[ "$1" = install ] || ${pull.answers ?? true}`,
        npx: `if [ "$1" = tsx ]; then exec node_modules/.bin/"$@"; fi
if ! grep -q '"no_bundle": true' "$4" || [ -L "$PREVIEW/link" ]; then exit 1; fi
echo '{"type":"preview","preview_urls":["${ADDRESS}/"]}' > "$WRANGLER_OUTPUT_FILE_PATH"`,
      },
      folder,
    );
    return { ...done, comment: () => readFileSync(join(folder, 'comment.md'), 'utf8') };
  }

  it('deploys a branch, and comments with its address, changes and measurement', () => {
    const { failed, calls, comment } = deploy({}, true);
    expect(failed).toEqual([]);
    expect(calls.slice(3, 5)).toEqual([
      expect.stringMatching(/^npx wrangler preview .*--name pr-7 .*--var COMMIT:abc /),
      `npm run deploy -- --check ${ADDRESS} --commit abc`,
    ]);
    expect(calls.at(-1)).toContain('--method POST repos/owner/roundtrip/issues/7/comments ');
    expect(comment()).toBe(
      `<!-- roundtrip-preview -->\n\n## Preview\n\n${ADDRESS}/\n\n## Changes\n
~~~text\n near.mdx | 2 +-\n~~~\n\n## Time relative to the base\n
~~~text\n\n@owner 1.08×[2J\n~~~\n`,
    );
  });

  it.each<[string, Pull, RegExp, string[]]>([
    ['no measurement was left', {}, /\n\nhttps:\S+\n\n## Changes\n\nNo result\.\n/, []],
    ['it is of a fork', { fork: true }, /Not deployed.*\n\n~~~sh\ngh run download 12 /, []],
    ['it does not answer', { answers: false }, /Not deployed/, ['Deploy the preview']],
  ])('writes the comment again where %s', (_, pull, expected, steps) => {
    const { failed, calls, comment } = deploy(pull);
    expect(failed).toEqual(steps);
    expect(calls.some((call) => call.startsWith('npx'))).toBe(!pull.fork);
    expect(calls.at(-1)).toContain('--method PATCH repos/owner/roundtrip/issues/comments/99 ');
    expect(comment()).toMatch(expected);
  });

  it('does nothing where the pull request has a newer commit', () => {
    const { failed, calls } = deploy({ state: 'OPEN newer' });
    expect({ failed, calls: calls.length }).toEqual({ failed: [], calls: 2 });
  });
});

describe.runIf(hasJq)('deploy', () => {
  const status = 'npx wrangler deployments status --json';
  const upload = 'npx wrangler versions upload';
  const shift = 'npx wrangler versions deploy old@100% new@0% --yes';
  const first = 'npm run deploy -- --check https://example.org --version new';
  const move = 'npx wrangler versions deploy new@100% --yes';
  const again = 'npm run deploy -- --check https://example.org';
  const back = 'npx wrangler rollback old --yes --message Version new failed a check';

  it.each([
    ['moves traffic between two checks', false, '', [status, upload, shift, first, move, again]],
    ['goes back after the first check', false, first, [status, upload, shift, first, back]],
    ['goes back after the second', false, again, [status, upload, shift, first, move, again, back]],
    ['stops where the upload fails', false, upload, [status, upload]],
    ['cannot go back where it deploys at once', true, again, ['npx wrangler deploy', again]],
  ])('%s', (_, at_once, fails, expected) => {
    const asked = `asked=$(sed 's/ --message Commit .*//' <<< "$(basename "$0") $*")
[ "$asked" != "${fails}" ] || exit 1`;
    const vars = { SITE_URL: 'https://example.org', GATE: '', PUBLIC_OPERATOR: '' };
    const github = { server_url: 'https://github.com', repository };
    const { calls } = replay(
      'deploy',
      { github, secrets, vars, inputs: { at_once } },
      {
        npm: asked,
        npx: `${asked}
case "$asked" in
  "${status}") echo '{"versions":[{"version_id":"old","percentage":90},{"percentage":10}]}' ;;
  "${upload}") echo '{"type":"version-upload","version_id":"new"}' > "$WRANGLER_OUTPUT_FILE_PATH" ;;
esac`,
      },
      scratchFolder(),
    );
    const found = calls.slice(2).map((call) => call.replace(/ --message Commit .*/, ''));
    expect(found).toEqual(expected);
  });
});
