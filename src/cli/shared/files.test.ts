import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { sentenceOf } from './args.ts';
import { textOf, writeWhole } from './files.ts';

const json = '{"a":"é"}';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

it('skips a byte-order mark', () => {
  expect(textOf(Buffer.from(json), 'r.json')).toBe(json);
  expect(textOf(Buffer.from(`\ufeff${json}`), 'r.json')).toBe(json);
});

it.each([
  ['with its mark', utf16(`\ufeff${json}`)],
  ['with its mark, the other way round', utf16(`\ufeff${json}`).swap16()],
  ['without a mark', utf16(json)],
])('says how to save UTF-16 %s', (_, bytes) => {
  expect(() => textOf(bytes, 'r.json')).toThrow(
    'r.json: got UTF-16, as > writes it in Windows PowerShell, expected UTF-8: save it with | Out-File -Encoding utf8',
  );
});

it('refuses other bytes', () => {
  expect(() => textOf(Buffer.from([0x22, 0xe9, 0x22]), 'r.json')).toThrow('no UTF-8');
});

const tooMany = Object.assign(new Error('EMFILE: too many'), { code: 'EMFILE', path: 'a.json' });

it.each<[() => Promise<unknown>, string]>([
  [() => readFile('none.json'), 'none.json: got no such file or folder, expected one that exists'],
  [() => writeFile('/tmp', ''), '/tmp: got a folder, expected a file'],
  [() => readFile('/dev/null/x'), '/dev/null/x: got a file in the place of a folder'],
  [() => writeFile('x'.repeat(300), ''), `${'x'.repeat(300)}: got a name that is too long`],
  [() => once(spawn('/nowhere/program'), 'exit'), '/nowhere/program: got no such program'],
  [
    () => Promise.reject(tooMany),
    'a.json: got too many open files at once: allow more with ulimit',
  ],
  [() => Promise.reject(new Error('as it is')), 'as it is'],
])('says of %s what to do', async (fail, sentence) => {
  expect(await fail().then(String, sentenceOf)).toContain(sentence);
});

it('keeps in another place what it cannot write, as on a full disk', async () => {
  const failed = await writeWhole('--out', '/dev/null/r.json', json).then(String, messageOf);
  expect(failed).toContain('--out: /dev/null/r.json.part: got a file in the place of a folder');
  const [, kept = ''] = /It was written to (\S+) instead/.exec(failed) ?? [];
  expect(await readFile(kept, 'utf8')).toBe(json);
  await rm(kept);
});
