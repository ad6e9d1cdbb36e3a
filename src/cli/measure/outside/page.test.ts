/** content/docs/outside.mdx as an author follows it: what runs here is read from the page. */
import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCases } from '../../../testing/all-cases.ts';
import { OUTSIDE_PAGE, pageBlocks, pageLines } from '../../shared/testing/outside-page.ts';
import { scratchFolder, writeFiles } from '../../shared/testing/scratch.ts';
import { runCli, spawnCli } from '../../shared/testing/spawn-cli.ts';
import { discarded, measured } from '../../../core/testing/fixture.ts';
import { readArgs } from '../../shared/args.ts';
import { writeRecord } from '../../../core/record/index.ts';
import { run } from '../index.ts';
import { wholeRecord } from '../testing/whole-record.ts';
import { measureCommand, readCommand } from '../options.ts';
import { reportOf } from '../report.ts';
import { withTurn } from '../folders/run.ts';
import { runStudy } from '../run.ts';
import { readWorkloads } from './folder.ts';

const home = scratchFolder(afterAll);
const templates = 'src/cli/roundtrip/templates';
beforeAll(() => {
  for (const name of ['pairs', 'base', 'head', 'typed-pairs']) {
    cpSync(join(templates, 'object'), join(home, name), { recursive: true });
  }
  cpSync(join(templates, 'process'), join(home, 'lines'), { recursive: true });
  rmSync(join(home, 'typed-pairs/client.js'));
  const own = pageBlocks('js').find((text) => text.startsWith('export const workloads')) ?? '';
  for (const name of ['base', 'head']) appendFileSync(join(home, name, 'client.js'), own);
});

const STUDY = 'lumenize-vs-capnweb';
const small = (...flags: string[]) => [STUDY, ...flags, '--time', '1'];
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
  it('are measured with both servers, as the page shows it', async () => {
    const line = lines.find((each) => each.includes('add-and-read')) ?? '';
    const { stdout, stderr } = await runCli(run, [...argsOf(line), '--time', '1', '--json']);
    const label = 'Pairs (from outside)';
    // However few rounds a busy machine has in that time.
    const times = { base: expect.any(Object) as object, head: expect.any(Object) as object };
    const rowOf = (workload: string) => ({ label, workload, ...times });
    const rows = [rowOf('add-and-read'), rowOf('increment')];
    expect(JSON.parse(stdout), stderr).toMatchObject({ rows });
    expect(stderr).not.toContain('discarded');
  });

  it('keep what is complete after Ctrl-C, though they never wait', async () => {
    const client = `
      export const system = { id: 'busy', label: 'Busy', versions: {},
        arms: [{ name: 'own', label: 'own', accept: 'in-memory' }] };
      export const open = () => ({ operations: {}, close() {} });
      const operation = () => JSON.stringify(Array(1000));
      export const workloads = [{ id: 'list', label: 'List 1,000', operation }];`;
    const folder = scratchFolder();
    writeFiles(folder, { 'base/client.js': client, 'head/client.js': client });
    const systems = ['base', 'head'].flatMap((name) => ['--system', `${name}=${folder}/${name}`]);
    const begun = spawnCli('measure', [...systems, '--workloads', 'list', '--time', '60']);
    await begun.says(' s of 60 s');
    begun.child.kill('SIGINT');
    const { code, stdout, stderr } = await begun.ended;
    expect([code, stdout]).toEqual([130, expect.stringContaining('List 1,000')]);
    expect(stderr).not.toContain('does not stop');
  });

  const own = { id: 'own', label: 'Own', operation: (): unknown => 1 };
  const read = (changed: object) => readWorkloads([{ ...own, ...changed }], 'client.js');

  it.each([
    [true, undefined],
    [false, 'answer 1: got false from its check, expected true or a sentence'],
    ['not 1', 'answer 1: not 1'],
    [null, 'answer 1: its check threw: no'],
  ])('are judged by their check, which gives %s', (found, told) => {
    const check = () => {
      if (found !== null) return found;
      throw new Error('no');
    };
    expect(read({ check })[0]?.wrong([1], 0)).toBe(told);
  });

  it.each([
    [{ operation: 5 }, 'expected a function, got 5'],
    [{ id: 'A thousand' }, 'got "A thousand"'],
  ])('are refused with %j', (changed, message) => {
    expect(() => read(changed)).toThrow(message);
  });

  const endless = new Promise<never>(() => {});
  const connection = { operations: {}, close() {} };
  it.each<[message: string, operation: () => unknown, opened: unknown]>([
    ['open: got no answer within 5 ms', own.operation, endless],
    ['own: got no answer within 5 ms', () => endless, connection],
    ['own: no', () => Promise.reject(new Error('no')), connection],
    [
      'own: open: got { operations: object, close: undefined }, expected an object and a function',
      own.operation,
      { operations: {} },
    ],
  ])('are given up with %s', async (message, operation, opened) => {
    const connect = () => Promise.resolve(opened as typeof connection);
    const [brought] = read({ operation });
    await expect(withTurn(brought as never, connect, 5)).rejects.toThrow(message);
  });
});

// Releases take a registry, and some lines packages that it may lack.
const isElsewhere = (line: string) => /@\d|lumenize-rpc\/|kkrpc-2/.test(line);
it.skipIf(!allCases).each(lines.filter((line) => !isElsewhere(line)))('%s', async (line) => {
  const [time] = /--time \d+/.exec(line) ?? [];
  const args = argsOf(line.replace(time ?? '', '').trim());
  const end = line.includes('--list') ? [] : ['--time', '2'];
  const { code, stderr } = await runCli(run, [...args.filter(Boolean), ...end]);
  // Two seconds may decide nothing.
  expect(line.includes('base=') ? [0, 1, 3] : [0], stderr).toContain(code);
});
