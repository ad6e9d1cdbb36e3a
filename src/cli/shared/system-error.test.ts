import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { sentenceOf } from './system-error.ts';

it.each<[() => Promise<unknown>, string]>([
  [() => readFile('none.json'), 'none.json: got no such file or folder, expected one that exists'],
  [() => readFile('/tmp'), 'read: got a folder, expected a file'],
  [() => writeFile('/tmp', ''), '/tmp: got a folder, expected a file'],
  [() => readFile('/dev/null/x'), '/dev/null/x: got a file in the place of a folder'],
  [() => writeFile('x'.repeat(300), ''), `${'x'.repeat(300)}: got a name that is too long`],
  [() => once(spawn('/nowhere/program'), 'exit'), '/nowhere/program: got no such program'],
  [() => Promise.reject(new Error('as it is')), 'as it is'],
])('says of %s what to do', async (fail, sentence) => {
  expect(await fail().then(String, sentenceOf)).toContain(sentence);
});

it('says of too many open files how to allow more', () => {
  const error = Object.assign(new Error('EMFILE: too many'), { code: 'EMFILE', path: 'a.json' });
  expect(sentenceOf(error)).toBe(
    'a.json: got too many open files at once: allow more with ulimit -n 4096',
  );
});
