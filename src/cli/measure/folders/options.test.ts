import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readArgs, UsageError } from '../../shared/args.ts';
import { scratchFolder, writeFiles } from '../../shared/testing/scratch.ts';
import { measureCommand } from '../options.ts';
import { readFolders } from './options.ts';

const scratch = scratchFolder(afterAll);
writeFiles(scratch, {
  'old/src/libraries/studies/index.ts': '',
  'new/src/libraries/studies/index.ts': '',
  'one/client.js': '',
  'two/client.js': '',
});
const [old, present, one, two] = ['old', 'new', 'one', 'two'].map((name) => join(scratch, name));

function read(...argv: string[]) {
  const args = readArgs(measureCommand, argv);
  if (args === 'help') throw new Error('help was asked for');
  return readFolders(args);
}
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
    [checkouts, { ...usual, kind: 'checkouts', arms: undefined, folders, margin: 0.05 }],
    [[...checkouts, '--fail-if-slower', '0.1%'], { margin: 0.001 }],
    [[...checkouts, '--fail-if-slower', '12.5%'], { margin: 0.125 }],
    [[...checkouts, '--fail-if-slower', '1000%'], { margin: 10 }],
    [
      [...named, ...checkouts],
      { study: { id: 'call-delay' }, arms: ['workers-rpc'], margin: 0.05, budgetMs: 4000 },
    ],
    [
      [...libraries, '--workloads', 'increment'],
      { ...usual, kind: 'libraries', workloads: ['increment'] },
    ],
    // A folder by itself, or with the address that serves it, has no name.
    [['call-delay', '--system', '../pairs'], undefined],
    [['call-delay', '--system', '../pairs=https://p.example'], undefined],
  ])('are read from %j', (argv, expected) => {
    if (expected === undefined) expect(read(...argv)).toBeUndefined();
    else expect(read(...argv)).toMatchObject(expected);
  });

  it.each([
    [systems('base=../nowhere'), 'got "base" and "../nowhere", expected a name'],
    [
      systems(`base=${old}`),
      'expected two folders with two names: --system base=../base --system head=.',
    ],
    [[...checkouts, '--system', `${one}`], 'expected two folders with'],
    [systems(`x=${old}`, `x=${present}`), 'expected two folders with two names'],
    [systems(`../x=${old}`), 'got "../x" and'],
    [systems('x=ftp://p.example'), 'got "x" and "ftp://p.example"'],
    [systems(`base=${old}`, `head=${one}`), 'a checkout of this project and a library of your own'],
    [[...libraries, '--arms', 'x'], '--arms: got "x" with two libraries'],
    [['kkrpc-transports', ...checkouts], 'got "kkrpc-transports" with two folders, expected one'],
    [['grpc-go-vs-lisp', ...checkouts], 'got "grpc-go-vs-lisp" with two folders, expected one'],
    [[...checkouts, '--fail-if-slower', '5'], 'got "5", expected a percentage such as 5%'],
    [[...checkouts, '--fail-if-slower', '0%'], 'got "0%", expected a percentage such as 5%'],
    [[...checkouts, '--fail-if-slower', '1000.1%'], 'got "1000.1%", expected a percentage'],
    [[...checkouts, '--network', '9ms'], '--network: got "9ms" with two named folders'],
  ])('are refused as %j', (argv, message) => {
    expect(() => read(...argv)).toThrow(UsageError);
    expect(() => read(...argv)).toThrow(message);
  });
});
