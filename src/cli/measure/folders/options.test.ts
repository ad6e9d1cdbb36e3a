import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readArgs, UsageError } from '../../shared/args.ts';
import { measureCommand } from '../options.ts';
import { readFolders } from './options.ts';

const scratch = mkdtempSync(join(tmpdir(), 'roundtrip-folders-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
function folder(name: string, file: string): string {
  mkdirSync(dirname(join(scratch, name, file)), { recursive: true });
  writeFileSync(join(scratch, name, file), '');
  return join(scratch, name);
}
const [old, present] = ['old', 'new'].map((name) => folder(name, 'src/libraries/studies/index.ts'));
const [one, two] = ['one', 'two'].map((name) => folder(name, 'client.js'));

function read(...argv: string[]) {
  const args = readArgs(measureCommand, argv);
  if (args === 'help') throw new Error('help was asked for');
  return readFolders(args);
}
const systems = (...given: string[]) => given.flatMap((each) => ['--system', each]);
const checkouts = systems(`base=${old}`, `head=${present}`);
const libraries = systems(`a=${one}`, `b=${two}`);

describe('two named folders', () => {
  it('are checkouts, of which the first is the reference', () => {
    expect(read(...checkouts, '--fail-if-slower', '2.5%')).toMatchObject({
      kind: 'checkouts',
      folders: [
        { name: 'base', folder: old },
        { name: 'head', folder: present },
      ],
      ...{ study: { id: 'lumenize-vs-capnweb' }, arms: undefined },
      ...{ margin: 0.025, budgetMs: 60_000 },
    });
  });

  it.each([
    ['0.1%', 0.001],
    ['5%', 0.05],
    ['12.5%', 0.125],
    ['1000%', 10],
  ])('take %s slower to be equal, at most', (limit, margin) => {
    expect(read(...checkouts, '--fail-if-slower', limit)?.margin).toBeCloseTo(margin, 12);
  });

  it('have a study and arms where these are named', () => {
    const named = ['call-delay', '--arms', 'workers-rpc', '--time', '4'];
    expect(read(...named, ...checkouts)).toMatchObject({
      ...{ study: { id: 'call-delay' }, arms: ['workers-rpc'], margin: 0.05, budgetMs: 4000 },
    });
  });

  it('may be libraries', () => {
    expect(read(...libraries, '--workloads', 'increment')).toMatchObject({
      ...{ kind: 'libraries', study: { id: 'lumenize-vs-capnweb' }, workloads: ['increment'] },
    });
  });

  it('are something else than a folder by itself, or one with the address that serves it', () => {
    expect(read('call-delay', '--system', '../pairs')).toBeUndefined();
    expect(read('call-delay', '--system', '../pairs=https://p.example')).toBeUndefined();
  });

  it.each([
    [systems('base=../nowhere'), 'got "base" and "../nowhere", expected a name'],
    [
      systems(`base=${old}`),
      'expected two folders with two names: --system base=../base --system head=.',
    ],
    [[...checkouts, '--system', one], 'expected two folders with'],
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
    expect(() => read(...argv.filter((each) => each !== undefined))).toThrow(UsageError);
    expect(() => read(...argv.filter((each) => each !== undefined))).toThrow(message);
  });
});
