import { describe, expect, it } from 'vitest';
import { readArgs, UsageError } from '../shared/args.ts';
import { measureCommand, type MeasureOptions } from './options.ts';
import type { OutsideFolder } from './outside/library.ts';
import { readCommand, readStudy, withOwnArms } from './read-options.ts';
import { withContestants } from '../../libraries/systems/arms.ts';

const STUDY = 'lumenize-vs-capnweb';
/** Runs between processes, so that nothing of a bench can be asked for. */
const PEERS = 'kkrpc-transports';
const PAGE = 'page-to-worker';
const GRPC = 'grpc-go-vs-lisp';

async function read(...argv: string[]): Promise<MeasureOptions> {
  const args = readArgs(measureCommand, argv);
  if (args === 'help') throw new Error('help was asked for');
  return readCommand(args, process.cwd());
}

describe('the command line of measure', () => {
  it.each<[string[], object]>([
    [
      [STUDY],
      {
        study: { id: STUDY },
        workloads: undefined,
        arms: undefined,
        browser: false,
        length: { rule: 'until-decided' },
        seed: expect.any(Number) as number,
        where: { setting: 'workerd', network: undefined },
      },
    ],
    [
      [STUDY, '--workloads', 'cold,payload-echo-1m,echo-2500x8', '--seed', '0', '--time', '30'],
      {
        workloads: ['cold', 'payload-echo-1m', 'echo-2500x8'],
        seed: 0,
        length: { rule: 'time', budgetMs: 30_000 },
      },
    ],
    [[STUDY, '--arms=capnweb/http-batch,twin'], { arms: ['capnweb/http-batch', 'twin'] }],
    [[PAGE], { browser: true }],
    [
      [STUDY, '--browser', '--network', '25ms,2ms'],
      { where: { setting: 'workerd', network: { roundTripMs: 25, jitterMs: 2 } }, browser: true },
    ],
    [[STUDY, '--origin', 'https://example.org/'], { where: { origin: 'https://example.org' } }],
  ])('reads %j', async (argv, expected) => expect(await read(...argv)).toMatchObject(expected));

  it('reads every workload and every arm where all are asked for', async () => {
    const { study, workloads, arms } = await read(STUDY, '--workloads', 'all', '--arms', 'all');
    expect(workloads).toEqual(study.workloads.map(({ id }) => id));
    expect(arms).toEqual([...study.arms.map(({ id }) => id), 'twin']);
  });

  it.each([
    ['request', undefined, ['fetch-json/http', 'outside:mine/http']],
    ['request', 'capnweb/in-memory', ['fetch-json/http', 'outside:mine/http']],
    ['hibernating', 'capnweb/in-memory', ['outside:mine/http']],
  ] as const)('sets a library over %s beside its like', (accept, named, more) => {
    const own = { name: 'http', label: 'over HTTP', accept };
    const system = { id: 'mine', label: 'Mine', versions: {}, arms: [own] };
    const library = { system, origin: () => undefined } as unknown as OutsideFolder;
    const study = withContestants(readStudy([STUDY]), [library]);
    const { arms } = withOwnArms({ workloads: undefined, arms: named && [named] }, study);
    expect(arms).toEqual(expect.arrayContaining([named ?? study.reference, ...more]));
    expect(arms?.includes('fetch-json/http')).toBe(accept === 'request');
  });

  it.each([
    [[], `study: got none, expected one of ${STUDY}`],
    [['nobody'], `study: got "nobody", expected one of ${STUDY}`],
    [[STUDY, 'more'], 'study: got "more" besides'],
    [[STUDY, '--time', '0.5'], '--time: got "0.5", expected a whole number from 1 to 86400'],
    [[STUDY, '--launches', '2'], '--launches: got "2", expected 1, or 3 to 20'],
    [[STUDY, '--launches', '5'], '--time: got none with 5 launches, expected at least 5'],
    [[STUDY, '--launches', '5', '--time', '4'], '--time: got "4" with 5 launches'],
    [[STUDY, '--seed', '4294967296'], '--seed: got "4294967296"'],
    [[STUDY, '--workloads', 'increment,x'], '--workloads: got "x", expected one of increment'],
    [[STUDY, '--workloads', 'echo-1x65'], 'got 65 calls at once, expected a whole number'],
    [[STUDY, '--arms', ''], '--arms: got "", expected one of raw-websocket/in-memory'],
    [[STUDY, '--origin', 'example.org'], '--origin: got "example.org", expected an origin'],
    [[STUDY, '--fail-if-slower', '5%'], '--fail-if-slower: got "5%" with one folder or none'],
    [[STUDY, '--origin', 'http://e.org', '--network', '9ms'], 'with --origin, expected none'],
    [[STUDY, '--browser', '--origin', 'http://e.org', '--system', 'a'], 'expected one of the two'],
    [[PEERS, '--origin', 'https://e.org'], `--origin: got "https://e.org" with ${PEERS}, expected`],
    [[PEERS, '--browser'], `--browser: got it with ${PEERS}, expected none`],
    [[PEERS, '--server', 'a=h:1'], `--server: got "a=h:1" with ${PEERS}`],
    [[PAGE, '--network', '9ms'], 'with page-to-worker, expected none: of such flags it takes --br'],
    [[GRPC, '--system', 'x'], `--system: got "x" with ${GRPC}, expected none: of such flags`],
    [
      [GRPC, '--server', 'x'],
      '--server x: ✖ expected host and port, such as 127.0.0.1:50051, got ""\n  → at address',
    ],
  ])('refuses %j', async (argv, message) => {
    const error = await read(...argv).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(message);
  });
});
