/**
 * Wrong content stops the build, and the build says where and why. Each case is found in another
 * place, and builds the site: the night does. Schemas and functions have tests of their own for what they refuse.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allCases } from './all-cases.ts';
import { scratchSite, type ScratchSite } from './scratch-site.ts';
import { filesOf, soundJournal, STUDY, type Journal } from './sound-journal.ts';

const ENTRY = `content/entries/${STUDY}/first.mdx`;
const RESULT = `content/results/${STUDY}/first.json`;
const STUDY_FILE = `content/studies/${STUDY}.mdx`;

/** One kind of broken input with what the build must say: file, field, value got and expected. */
interface Broken {
  kind: string;
  breaks: (journal: Journal) => void;
  says: readonly string[];
}

const entry = (fields: object) => (journal: Journal) => {
  Object.assign(journal.entries['first'] ?? {}, fields);
};

const future = '9999-01-01';

const broken: Broken[] = [
  {
    kind: 'an entry that names a record without a file',
    // A claim of it would be complained of first.
    breaks: entry({ records: [`${STUDY}/frist`], claims: [] }),
    says: [`${ENTRY} records: got "${STUDY}/frist", expected a record's id`],
  },
  {
    kind: 'a study of an unknown system',
    breaks: ({ study }) => Object.assign(study, { systems: ['workers-rcp'] }),
    says: [
      STUDY_FILE,
      'systems.0: got "workers-rcp", Invalid option: expected one of ',
      'workers-rpc',
    ],
  },
  {
    kind: 'an entry of the future',
    breaks: entry({ timestamp: future }),
    says: [ENTRY, `timestamp: got "${future}", expected a time in the past, now being 2`],
  },
  {
    kind: 'a result of the future',
    breaks: ({ results }) => Object.assign(results['first'] ?? {}, { date: future }),
    says: [RESULT, `date: got "${future}", expected a time in the past, now being 2`],
  },
  {
    kind: 'a formula that reads a result that is not there',
    breaks: entry({
      claims: [{ text: 'slow', stated: '3', of: '$r("lumenize-call", "calls-50").totalMs' }],
    }),
    says: [
      `${ENTRY} claims.0.of: got no result of "lumenize-call" under "calls-50" in content/results/${STUDY}/first.json`,
      'expected one of lumenize-call under calls-10, workers-rpc under calls-10',
      'in the formula $r("lumenize-call", "calls-50").totalMs',
    ],
  },
  {
    kind: 'a result that is no JSON',
    breaks: ({ results }) => Object.assign(results, { first: '{ "schema": 1,' }),
    says: [RESULT, 'failed to parse: Expected double-quoted property name in JSON at position 14'],
  },
];

// A busy machine takes minutes for a build.
vi.setConfig({ testTimeout: 300_000 });

describe.runIf(allCases)('the command that builds', () => {
  let site: ScratchSite;
  beforeAll(async () => {
    // The lightest that reads whole journals; what others ask of the content is not the matter here.
    const kept = ['[...document].json.ts'];
    site = await scratchSite(process.cwd(), (page) => kept.includes(page));
  });
  afterAll(() => site.remove());

  /** Builds that journal. @returns how the command ended, and what it printed */
  async function build(journal: Journal) {
    await site.write(filesOf(journal));
    const command = join(process.cwd(), 'node_modules/.bin/astro');
    const { status, stderr } = spawnSync(command, ['build', '--silent'], {
      cwd: site.directory,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    });
    return { status, printed: stripVTControlCharacters(stderr) };
  }

  // Each of the others would tell of something else if this one were not so.
  it('takes the journal that the other tests break', async () => {
    expect(await build(soundJournal())).toMatchObject({ status: 0 });
  });

  it.each(broken)('refuses $kind', async ({ breaks, says }) => {
    const journal = soundJournal();
    breaks(journal);
    const { status, printed } = await build(journal);
    expect(status).toBe(1);
    for (const part of says) expect(printed).toContain(part);
  });
});
