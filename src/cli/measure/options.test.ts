import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { outsideArms } from '../../wire/grpc/arms.ts';
import { readArgs, UsageError } from '../shared/args.ts';
import { scratchFolder, writeFiles } from '../shared/testing/scratch.ts';
import {
  readFolders,
  type MeasureArgs,
  measureCommand,
  type MeasureOptions,
  readArms,
  readCommand,
  readStudy,
  refuseOwn,
  withOwnArms,
} from './options.ts';
import { readGrpcTools, readServer } from './grpc.ts';
import type { OutsideFolder } from './outside/folder.ts';
import { withOutsideLibraries } from '../../libraries/systems/arms.ts';
import type { missingSystems } from '../../libraries/systems/index.ts';

const STUDY = 'lumenize-vs-capnweb';
/** Runs between processes, so that nothing of a bench can be asked for. */
const PEERS = 'kkrpc-transports';
const PAGE = 'page-to-worker';
const GRPC = 'grpc-go-vs-lisp';

function argsOf(argv: readonly string[]): MeasureArgs {
  const args = readArgs(measureCommand, argv);
  if (args === 'help') throw new Error('help was asked for');
  return args;
}
const read = (...argv: string[]): Promise<MeasureOptions> =>
  readCommand(argsOf(argv), process.cwd());

describe('the command line of measure', () => {
  const nothing = { workloads: undefined, arms: undefined, length: undefined };
  const seed = expect.any(Number) as number;
  const usual = { study: { id: STUDY }, ...nothing, browser: false, seed };
  const some = ['cold', 'payload-echo-1m', 'echo-2500x8'];
  const network = { roundTripMs: 25, jitterMs: 2 };
  it.each<[string[], object]>([
    [[STUDY], { ...usual, where: { setting: 'workerd', network: undefined } }],
    [
      [STUDY, '--workloads', some.join(), '--seed', '0', '--time', '30'],
      { workloads: some, seed: 0, length: { rule: 'time', budgetMs: 30_000 } },
    ],
    [[STUDY, '--arms=capnweb/http-batch,control'], { arms: ['capnweb/http-batch', 'control'] }],
    [[PAGE], { browser: true }],
    [
      [STUDY, '--browser', '--network', '25ms,2ms'],
      { where: { setting: 'workerd', network }, browser: true },
    ],
    [[STUDY, '--origin', 'https://example.org/'], { where: { origin: 'https://example.org' } }],
  ])('reads %j', async (argv, expected) => expect(await read(...argv)).toMatchObject(expected));

  it('reads every workload and every arm where all are asked for', async () => {
    const { study, workloads, arms } = await read(STUDY, '--workloads', 'all', '--arms', 'all');
    expect(workloads).toEqual(study.workloads.map(({ id }) => id));
    expect(arms).toEqual([...study.arms.map(({ id }) => id), 'control']);
  });

  it.each([
    ['request', undefined, ['fetch-json/http', 'outside:mine/http']],
    ['request', 'capnweb/in-memory', ['fetch-json/http', 'outside:mine/http']],
    ['hibernating', 'capnweb/in-memory', ['outside:mine/http']],
  ] as const)('sets a library over %s beside its like', (accept, named, more) => {
    const own = { name: 'http', label: 'over HTTP', accept };
    const system = { id: 'mine', label: 'Mine', versions: {}, arms: [own] };
    const library = { system, origin: () => undefined } as unknown as OutsideFolder;
    const study = withOutsideLibraries(readStudy([STUDY]), [library]);
    const arms = withOwnArms(named && [named], study);
    expect(arms).toEqual(expect.arrayContaining([named ?? study.reference, ...more]));
    expect(arms?.includes('fetch-json/http')).toBe(accept === 'request');
  });

  it('refuses an operation that one folder brings, and says how it is measured', () => {
    const brought = [{ id: 'sum-of' }, { id: 'increment' }];
    const library = { folder: '/mine', workloads: brought } as unknown as OutsideFolder;
    const refuse = (workloads?: string) => () =>
      refuseOwn(readStudy([STUDY]), [library], workloads);
    expect(refuse('increment, sum-of')).toThrow(
      '--workloads: got "sum-of", an operation that /mine brings and the other libraries lack, ' +
        'expected two folders with names: --system base=../base --system head=/mine',
    );
    expect(refuse('increment')).not.toThrow();
    expect(refuse()).not.toThrow();
  });

  it.each([
    [[], `study: got none, expected one of ${STUDY}`],
    [['nobody'], `study: got "nobody", expected one of ${STUDY}`],
    [[STUDY, 'more'], `study: got "${STUDY} more", expected one`],
    [[STUDY, '--time', '0.5'], '--time: got "0.5", expected a whole number from 1 to 86400'],
    [[STUDY, '--seed', '4294967296'], '--seed: got "4294967296"'],
    [[STUDY, '--workloads', 'increment,x'], '--workloads: got "x", expected one of increment'],
    [[STUDY, '--workloads', 'echo-1x65'], 'got 65 calls at once, expected a whole number'],
    [[STUDY, '--arms', ''], '--arms: got "", expected one of raw-websocket/in-memory'],
    [[STUDY, '--origin', 'example.org'], '--origin: got "example.org", expected an origin'],
    [[STUDY, '--fail-if-slower', '5%'], '--fail-if-slower: got "5%" with one folder or none'],
    [[STUDY, '--origin', 'http://e.org', '--network', '9ms'], 'with --origin, expected none'],
    [[STUDY, '--browser', '--origin', 'http://e.org', '--system', 'a'], 'expected one of the two'],
    [[PEERS, '--browser'], `--browser: got it with ${PEERS}, expected none`],
    [[PAGE, '--network', '9ms'], 'with page-to-worker, expected none: of such flags it takes --br'],
    [[GRPC, '--system', 'x'], `--system: got "x" with ${GRPC}, expected none: of such flags`],
    [[GRPC, '--server', 'x'], '--server x: ✖ expected host and port, such as 127.0.0.1:50051, got'],
  ])('refuses %j', async (argv, message) => {
    const error = await read(...argv).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(message);
  });
});

const scratch = scratchFolder(afterAll);
writeFiles(scratch, {
  'old/src/libraries/studies/index.ts': '',
  'new/src/libraries/studies/index.ts': '',
  'one/client.js': '',
  'two/client.js': '',
});
const [old, present, one, two] = ['old', 'new', 'one', 'two'].map((name) => join(scratch, name));
const systems = (...given: string[]) => given.flatMap((each) => ['--system', each]);
const checkouts = systems(`base=${old}`, `head=${present}`);
const libraries = systems(`a=${one}`, `b=${two}`);

describe('two named folders', () => {
  const usual = { study: { id: 'lumenize-vs-capnweb' }, budgetMs: 60_000 };
  const named = ['call-delay', '--arms', 'workers-rpc', '--time', '4'];
  const folders = [
    { name: 'base', folder: old },
    { name: 'head', folder: present },
  ];

  it.each<[string[], object | undefined]>([
    // The first one is the reference.
    [checkouts, { ...usual, kind: 'checkouts', arms: undefined, folders, margin: 0.1 }],
    [[...checkouts, '--fail-if-slower', '0.1%'], { margin: 0.001 }],
    [[...checkouts, '--fail-if-slower', '1000%'], { margin: 10 }],
    [
      [...named, ...checkouts],
      { study: { id: 'call-delay' }, arms: ['workers-rpc'], budgetMs: 4000 },
    ],
    [[...libraries, '--workloads', 'increment'], { kind: 'libraries', workloads: 'increment' }],
    // A folder by itself, or with the address that serves it, has no name.
    [['call-delay', '--system', '../pairs'], undefined],
    [['call-delay', '--system', '../pairs=https://p.example'], undefined],
  ])('are read from %j', (argv, expected) => {
    if (expected === undefined) expect(readFolders(argsOf(argv))).toBeUndefined();
    else expect(readFolders(argsOf(argv))).toMatchObject(expected);
  });

  it.each([
    [systems('base=../nowhere'), 'got "base" and "../nowhere", expected a name'],
    [systems(`base=${old}`), 'expected two folders with two names: --system base=../base'],
    [[...checkouts, '--system', `${one}`], 'expected two folders with'],
    [systems(`x=${old}`, `x=${present}`), 'expected two folders with two names'],
    [systems(`../x=${old}`), 'got "../x" and'],
    [systems(`base=${old}`, `head=${one}`), 'a checkout of this project and a library of your own'],
    [[...libraries, '--arms', 'x'], '--arms: got "x" with two libraries'],
    [['kkrpc-transports', ...checkouts], 'got "kkrpc-transports" with two folders, expected one'],
    [[...checkouts, '--fail-if-slower', '5'], 'got "5", expected a percentage such as 5%'],
    [[...checkouts, '--fail-if-slower', '0%'], 'got "0%", expected a percentage such as 5%'],
    [[...checkouts, '--fail-if-slower', '1000.1%'], 'got "1000.1%", expected a percentage'],
    [[...checkouts, '--network', '9ms'], '--network: got "9ms" with two named folders'],
  ])('are refused as %j', (argv, message) => {
    expect(() => readFolders(argsOf(argv))).toThrow(UsageError);
    expect(() => readFolders(argsOf(argv))).toThrow(message);
  });
});

describe('--server', () => {
  it('names a server and its address, and what is asked of it besides', () => {
    expect(readServer('it-2=[::1]:1')).toMatchObject({ name: 'it-2', address: '[::1]:1' });
    const full = readServer(
      'a=h.example:65535,version=1.2 of May,redial=60000,runtime=go 1.26.8,build=go -l -N=1',
    );
    expect(full).toEqual({
      name: 'a',
      address: 'h.example:65535',
      version: '1.2 of May',
      redialBytes: 60_000,
      conditions: { runtimes: { go: '1.26.8' }, builds: { go: '-l -N=1' } },
    });
    expect(outsideArms(full).map(({ id, redialBytes }) => [id, redialBytes])).toEqual([
      ['outside:a/as-it-stands', undefined],
      ['outside:a/redialled', 60_000],
    ]);
  });

  it.each([
    ['Mine=127.0.0.1:1', 'letters, digits and single hyphens, got "Mine"\n  → at name'],
    ['a=127.0.0.1', '50051, got "127.0.0.1"\n  → at address'],
    ['a=127.0.0.1:0', 'got "127.0.0.1:0"'],
    ['a=http://127.0.0.1:1', 'got "http://127.0.0.1:1"'],
    ['a=localhost:50051', 'expected 127.0.0.1 or [::1]: localhost stands for both'],
    ['a=h:1,redial=9', 'expected number to be >=100, got "9"\n  → at redial'],
    ['a=h:1,version=', 'got ""\n  → at version'],
    ['a=h:1,build=-N', 'a text behind a space, such as go 1.26.8, got "-N"\n  → at build'],
    ['a=h:1,tls', 'Unrecognized key: "tls"\nIts form: name=host'],
  ])('refuses %s', (given, message) => {
    expect(() => readServer(given)).toThrow(message);
  });

  it('has a name that no other has', async () => {
    await expect(readGrpcTools(['a=h:1', 'a=h:2'])).rejects.toThrow(
      '--server: got the name "a" twice, expected it once',
    );
  });
});

it('says of a configuration that its package is not installed', () => {
  const missing = [{ ...({} as (typeof missingSystems)[number]), id: 'rare', needs: '@rare/rpc' }];
  const read = () => readArms(readStudy([STUDY]), 'capnweb/in-memory,rare/in-memory', missing);
  expect(read).toThrow(
    new UsageError(
      '--arms: got one of "rare", whose package @rare/rpc is not installed, expected some of --list',
    ),
  );
});
