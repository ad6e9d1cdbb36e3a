import { describe, expect, it } from 'vitest';
import { readArgs, UsageError } from '../shared/args.ts';
import { measureCommand, type MeasureOptions } from './options.ts';
import type { OutsideFolder } from './outside/contestant.ts';
import { readCommand, readOptions, readStudy } from './read-options.ts';

const STUDY = 'lumenize-vs-capnweb';
/** Runs between processes, so that nothing of a bench can be asked for. */
const PEERS = 'kkrpc-transports';
const PAGE = 'page-to-worker';

function read(...argv: string[]): MeasureOptions {
  const args = readArgs(measureCommand, argv);
  if (args === 'help') throw new Error('help was asked for');
  return readOptions(args.values, readStudy(args.positionals));
}

describe('the command line of measure', () => {
  it('has a default for everything but the study', () => {
    expect(read(STUDY)).toMatchObject({
      study: { id: STUDY },
      workloads: undefined,
      arms: undefined,
      length: { rule: 'until-decided' },
      where: { setting: 'workerd', network: undefined },
      browser: false,
    });
    expect(Number.isInteger(read(STUDY).seed)).toBe(true);
  });

  it('reads what is given', () => {
    const flags = [
      '--workloads',
      'mixed,increment',
      '--arms=capnweb/in-memory,twin',
      '--seed',
      '0',
    ];
    expect(read(STUDY, ...flags, '--time', '30')).toMatchObject({
      workloads: ['mixed', 'increment'],
      arms: ['capnweb/in-memory', 'twin'],
      length: { rule: 'time', budgetMs: 30_000 },
      seed: 0,
    });
    expect(read(PAGE)).toMatchObject({ browser: true });
    expect(read(STUDY, '--browser', '--network', '25ms,2ms')).toMatchObject({
      where: { setting: 'workerd', network: { roundTripMs: 25, jitterMs: 2 } },
      browser: true,
    });
    expect(read(STUDY, '--origin', 'https://example.org/', '--network', 'near')).toMatchObject({
      where: { origin: 'https://example.org' },
    });
  });

  it('reads every workload and every arm where all are asked for', () => {
    const { study, workloads, arms } = read(STUDY, '--workloads', 'all', '--arms', 'all');
    expect(workloads).toEqual(study.workloads.map(({ id }) => id));
    expect(workloads).toContain('sustained-64');
    expect(arms).toEqual([...study.arms.map(({ id }) => id), 'twin']);
    expect(arms).toContain('kkrpc/superjson');
  });

  it('reads what runs only when it is asked for', () => {
    const flags = [
      '--workloads',
      'cold,payload-echo-1m,echo-2500x8',
      '--arms',
      'capnweb/http-batch',
    ];
    expect(read(STUDY, ...flags)).toMatchObject({
      workloads: ['cold', 'payload-echo-1m', 'echo-2500x8'],
      arms: ['capnweb/http-batch'],
    });
  });

  it.each([
    ['request', undefined, ['fetch-json/http', 'outside:mine/http']],
    ['request', 'capnweb/in-memory', ['fetch-json/http', 'outside:mine/http']],
    ['hibernating', 'capnweb/in-memory', ['outside:mine/http']],
  ] as const)('sets a library over %s beside its like', (accept, arms, more) => {
    const own = { name: 'http', label: 'over HTTP', accept };
    const system = { id: 'mine', label: 'Mine', versions: {}, arms: [own] };
    const contestant = { system, origin: () => undefined } as unknown as OutsideFolder;
    const flags = arms === undefined ? [] : ['--arms', arms];
    const args = readArgs(measureCommand, [STUDY, ...flags]);
    if (args === 'help') throw new Error('help was asked for');
    const study = readStudy([STUDY]);
    const options = readOptions(args.values, study, { contestants: [contestant] });
    expect(options.arms).toEqual(expect.arrayContaining([arms ?? study.reference, ...more]));
    expect(options.arms?.includes('fetch-json/http')).toBe(accept === 'request');
  });

  it.each([
    [[], `study: got none, expected one of ${STUDY}`],
    [['nobody'], `study: got "nobody", expected one of ${STUDY}`],
    [[STUDY, 'more'], 'study: got "more" besides'],
    [[STUDY, '--round', '3'], 'unknown flag --round, expected one of --system, --server'],
    [[STUDY, '--rounds', '3'], '--rounds is gone: say how long to measure, such as --time 60'],
    [[STUDY, '--setting', 'workerd'], '--setting is gone: '],
    [[STUDY, '--allow-dirty'], '--allow-dirty is gone: a record is always written'],
    [[STUDY, '--time', '0.5'], '--time: got "0.5", expected a whole number from 1 to 86400'],
    [[STUDY, '--seed', '-1'], '--seed'],
    [[STUDY, '--seed', '4294967296'], '--seed: got "4294967296"'],
    [[STUDY, '--workloads', 'increment,x'], '--workloads: got "x", expected one of increment'],
    [[STUDY, '--workloads', 'echo-1x65'], 'got 65 calls at once, expected a whole number'],
    [[STUDY, '--arms', ''], '--arms: got "", expected one of raw-websocket/in-memory'],
    [[STUDY, '--origin', 'example.org'], '--origin: got "example.org", expected an origin'],
    [[STUDY, '--origin', 'https://example.org/x'], '--origin: got "https://example.org/x"'],
    [[STUDY, '--origin', 'https://e.org', '--browser', '--dist', 'd'], '--dist: got "d" with'],
    [[STUDY, '--dist', 'd'], '--dist: got "d" without --browser, expected it too'],
    [[STUDY, '--fail-if-slower', '5%'], '--fail-if-slower: got "5%" with one folder or none'],
    [[STUDY, '--network', 'far'], '--network: got "far", expected near, city, country, ocean, or'],
    [[STUDY, '--origin', 'http://e.org', '--network', 'city'], 'with --origin, expected none'],
    [[PEERS, '--origin', 'https://e.org'], `--origin: got "https://e.org" with ${PEERS}, expected`],
    [[PEERS, '--network', 'near'], `--network: got "near" with ${PEERS}, expected none`],
    [[PEERS, '--browser'], `--browser: got it with ${PEERS}, expected none`],
    [[PAGE, '--origin', 'https://e.org'], '--origin: got "https://e.org" with page-to'],
    [[PAGE, '--network', 'city'], '--network: got "city" with page-to-worker'],
    [[PAGE, '--system', 'a'], 'a library is added to it by a folder in src/systems'],
  ])('refuses %j', (argv, message) => {
    expect(() => read(...argv)).toThrow(UsageError);
    expect(() => read(...argv)).toThrow(message);
  });
});

it.each([
  [[PEERS, '--server', 'a=h:1'], `--server: got "a=h:1" with ${PEERS}`],
  [['grpc-go-vs-lisp', '--system', 'x'], '--system: got "x" with grpc-go-vs-lisp, expected'],
  [['grpc-go-vs-lisp', '--server', 'x'], '--server x: got "x", expected name=host:port'],
])('refuses flags of another study: %j', async (argv, message) => {
  const args = readArgs(measureCommand, argv);
  if (args === 'help') throw new Error('help was asked for');
  await expect(readCommand(args, process.cwd())).rejects.toThrow(message);
});
