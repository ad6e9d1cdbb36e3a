/** content/docs/outside.mdx as an author follows it: what runs here is read from the page. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCases } from '../../../testing/all-cases.ts';
import { OUTSIDE_PAGE, pageBlocks, pageLines } from '../../shared/testing/outside-page.ts';
import { scratchFolder, writeFiles } from '../../shared/testing/scratch.ts';
import { discarded, measured, runCli, spawnCli } from '../../shared/testing/spawn-cli.ts';
import { readArgs } from '../../shared/args.ts';
import { writeRecord } from '../../../core/record/index.ts';
import { run } from '../index.ts';
import { wholeRecord } from '../testing/whole-record.ts';
import { measureCommand, readCommand } from '../options.ts';
import { reportOf } from '../report.ts';
import { readWorkloads, withTurns } from './own-operations.ts';
import { runStudy } from '../run.ts';

const home = scratchFolder(afterAll);
const templates = 'src/cli/roundtrip/templates';
beforeAll(() => {
  for (const name of ['pairs', 'base', 'head', 'typed-pairs']) {
    cpSync(join(templates, 'object'), join(home, name), { recursive: true });
  }
  cpSync(join(templates, 'process'), join(home, 'lines'), { recursive: true });
  rmSync(join(home, 'typed-pairs/client.js'));
});

const STUDY = 'lumenize-vs-capnweb';
const small = (...flags: string[]) => [STUDY, ...flags, '--time', '3'];
/** The arguments of a command line of the page behind `npm run measure --`, with the folders of this test. */
const argsOf = (line: string) =>
  line
    .replace('npm run measure -- ', '')
    .replaceAll(/(^|[ =])\.\.\//g, `$1${home}/`)
    .replace('.local/', `${home}/`)
    .split(' ');
const lines = pageLines('npm run measure -- ');

it('has its command lines', () => expect(lines.length).toBeGreaterThan(6));

describe('a client', () => {
  it('in TypeScript is measured as the page shows it, in a bundle without Node', async () => {
    const client = pageBlocks('ts').find((text) => text.includes('defineLibrary({'));
    writeFileSync(join(home, 'typed-pairs/client.ts'), client ?? '');
    const args = small('--workloads', 'increment,get-value', '--arms', 'control');
    const folder = join(home, 'typed-pairs');
    const { record } = await wholeRecord(...args, '--system', folder);
    expect(record.plan.arms).toContain('outside:typed-pairs/hibernating');
  });

  it('can do every workload of the table, or says that it cannot', async () => {
    const table = OUTSIDE_PAGE.split('\n').filter((line) => /^\| `\w+\(.*\)`/.test(line));
    const workloads = table.flatMap((line) =>
      [...(line.split('|').at(-2) ?? '').matchAll(/`([\w-]+)`/g)].map(([, id = '']) => id),
    );
    expect(workloads).toContain('payload-down-64k');
    const flags = ['--workloads', workloads.join(), '--arms', 'outside:pairs/hibernating'];
    const args = readArgs(measureCommand, [...small(...flags), '--system', join(home, 'pairs')]);
    if (args === 'help') throw new Error('got help, expected arguments');
    const root = process.cwd();
    // However slow the machine is, each workload has a round.
    const length = { rule: 'fixed', rounds: 1 } as never;
    const options = { ...(await readCommand(args, root)), length };
    const { record, end } = await runStudy(options, root, new AbortController().signal);
    const { plan, sessions } = measured(writeRecord(record));
    expect(discarded({ sessions })).toEqual([]);
    const lacks = ['called-back', 'chain', 'structured'];
    const own = plan.cannot?.filter(({ arm }) => arm.startsWith('outside:')) ?? [];
    expect(own.map(({ workload }) => workload).sort()).toEqual(lacks);
    // Neither JSON over a WebSocket nor Cap’n Web carries it, so nobody was left.
    const possible = workloads.filter((id) => id !== 'structured');
    expect(plan.workloads.toSorted()).toEqual(possible.toSorted());
    const { notices } = reportOf(record, end);
    const told = 'structured was not measured: none of the configurations can do it.';
    expect(notices).toContainEqual(expect.stringContaining(told));
    for (const id of possible.filter((each) => !lacks.includes(each))) {
      const turns = sessions.flatMap((each) => (each.workload === id ? each.turns : []));
      const arms = turns.map(({ arm }) => arm);
      expect(arms, id).toContain('outside:pairs/hibernating');
    }
  });
});

describe('operations of an author’s own', () => {
  const client = () =>
    pageBlocks('js').find((text) => text.includes('export const workloads')) ?? '';
  const lay = (changed: string) => {
    const folder = scratchFolder();
    writeFiles(folder, { 'base/client.js': client(), 'head/client.js': changed });
    const systems = ['base', 'head'].flatMap((name) => ['--system', `${name}=${folder}/${name}`]);
    return ['--client-only', ...systems];
  };

  it('are compared as the page shows it, and the run says what it could see', async () => {
    const slower = client().replace('JSON.parse(text)', 'JSON.parse(text, (key, value) => value)');
    expect(slower).not.toBe(client());
    const { code, stdout, stderr } = await runCli(run, [...lay(slower), '--time', '3', '--json']);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      study: 'own-operations',
      rows: [
        {
          label: 'Parser (from outside)',
          workload: 'thousand',
          class: 'slower-by-margin',
          visible: expect.any(Number) as number,
        },
      ],
    });
  });

  it('keep what is complete after Ctrl-C, though they never wait', async () => {
    const begun = spawnCli('measure', [...lay(client()), '--time', '60']);
    await begun.says(' s of 60 s');
    begun.child.kill('SIGINT');
    const { code, stdout, stderr } = await begun.ended;
    expect([code, stdout]).toEqual([130, expect.stringContaining('Parse 1,000 objects')]);
    expect(stderr).not.toContain('does not stop');
  });

  it.each<[string, RegExp]>([
    [
      'answer.length === 999',
      /turns? discarded: answer \d+: got false from its check, expected true/,
    ],
    ['answer.missing.length', /turns? discarded: answer \d+: its check threw: Cannot read/],
  ])('are discarded if their check is %s', async (check, told) => {
    const changed = client().replace('answer.length === 1000', check);
    const { code, stdout } = await runCli(run, [...lay(changed), '--time', '1']);
    expect([code, stdout]).toEqual([1, expect.stringMatching(told)]);
  });

  it.each<[from: RegExp, to: string, message: string]>([
    [/export const workloads/, 'const workloads', '--client-only: got no workloads from either'],
    [/operation:.*/, 'operation: 5,', 'expected a function, got 5'],
    [/'thousand'/, "'A thousand'", 'got "A thousand"'],
    [/JSON.parse\(text\)/, 'text.missing.call()', 'thousand: Cannot read properties'],
    [
      /export const open = \(\) =>/,
      'export const open = ({ origin }) => !origin.x ||',
      'no server',
    ],
    [/close\(\) \{\}/, '', 'open: got { operations: object, close: undefined }, expected'],
  ])('are refused where %s is %s', async (from, to, message) => {
    const changed = client().replace(from, to);
    expect(changed).not.toBe(client());
    const [flag = '', , , ...head] = lay(changed);
    // An operation of both folders is the head’s, so both have the fault.
    const base = head.map((each) => each.replace('head=', 'base='));
    const { code, stderr } = await runCli(run, [flag, ...base, ...head, '--time', '1']);
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(message)]);
  });
});

it.each<[what: string, never: boolean]>([
  ['a connection', true],
  ['an operation', false],
])('%s that never comes is given up', async (_what, never) => {
  const endless = new Promise<never>(() => {});
  const own = readWorkloads([{ id: 'own', label: 'Own', operation: () => endless }], 'client.js');
  const connection = { operations: {}, close() {} };
  const connect = () => (never ? endless : Promise.resolve(connection));
  const message = `${never ? 'open' : 'own'}: got no answer within 1 ms`;
  await expect(withTurns(own, connect, 1)).rejects.toThrow(message);
});

// Releases take a registry, and some lines packages that it may lack; operations of one’s own are tried above.
const isElsewhere = (line: string) => /@\d|lumenize-rpc\/|kkrpc-2|--client-only/.test(line);
it.skipIf(!allCases).each(lines.filter((line) => !isElsewhere(line)))('%s', async (line) => {
  const [time] = /--time \d+/.exec(line) ?? [];
  const args = argsOf(line.replace(time ?? '', '').trim());
  const end = line.includes('--list') ? [] : ['--time', '2'];
  const { code, stderr } = await runCli(run, [...args.filter(Boolean), ...end]);
  // Two seconds may decide nothing.
  expect(line.includes('--fail-if-slower') ? [0, 1, 3] : [0], stderr).toContain(code);
});
