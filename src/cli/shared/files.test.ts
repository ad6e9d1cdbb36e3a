import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { sentenceOf } from './args.ts';
import { readText, writeWhole } from './files.ts';
import { scratchFolder } from './testing/scratch.ts';

const json = '{"a":"é"}';

it('skips a byte-order mark, and refuses other bytes than UTF-8', async () => {
  const file = join(scratchFolder(), 'r.json');
  await writeFile(file, `\ufeff${json}`);
  expect(await readText(file)).toBe(json);
  await writeFile(file, Buffer.from(`\ufeff${json}`, 'utf16le'));
  await expect(readText(file)).rejects.toThrow(`${file}: got bytes that are no UTF-8, expected`);
});

it.each<[() => Promise<unknown>, string]>([
  [() => readFile('none.json'), 'none.json: got no such file or folder, expected one that exists'],
  [() => writeFile('/tmp', ''), '/tmp: got a folder, expected a file'],
  [() => readFile('/dev/null/x'), '/dev/null/x: got a file instead of a folder'],
  [() => once(spawn('/nowhere/program'), 'exit'), '/nowhere/program: got no such program'],
  [() => Promise.reject(new Error('as it is')), 'as it is'],
])('says of %s what to do', async (fail, sentence) => {
  expect(await fail().then(String, sentenceOf)).toContain(sentence);
});

it('keeps in another place what it cannot write, as on a full disk', async () => {
  const failed = await writeWhole('--out', '/dev/null/r.json', json).then(String, messageOf);
  expect(failed).toContain('--out: /dev/null/r.json.part: got a file instead of a folder');
  const [, kept = ''] = /It was written to (\S+) instead/.exec(failed) ?? [];
  expect(await readFile(kept, 'utf8')).toBe(json);
  await rm(kept);
});
