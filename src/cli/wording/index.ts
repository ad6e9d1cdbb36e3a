/** `npm run wording`: fingerprints of a document’s wording, by which a test finds copied sentences. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, UsageError } from '../shared/args.ts';
import { packWording, unpackWording } from './wording.ts';

await runCommand(
  {
    usage: ['npm run wording -- kkrpc-journal journal.md readme.md'],
    about: [
      'Takes a document of content/sources and texts of it: the document, and files beside it that',
      'were read. Writes the fingerprints of all their runs of eight words to its file, under wording.',
      'The texts themselves are not kept. A test then finds eight words in a row that a page shares',
      'with them outside of quotation marks.',
    ].join('\n'),
    flags: {},
    positionals: true,
  },
  async ({ positionals: [source, ...files] }) => {
    if (source === undefined || files.length === 0) {
      throw new UsageError(
        `got ${[source ?? 'nothing', ...files].join(' ')}, expected a document’s id and files with its text`,
      );
    }
    const path = join('content/sources', `${source}.json`);
    const held = await readFile(path, 'utf8');
    const wording = packWording(await Promise.all(files.map((file) => readFile(file, 'utf8'))));
    const field = `"wording": "${wording}"`;
    // As text: a file written anew would lose its layout.
    const written = /"wording": "[^"]*"/.test(held)
      ? held.replace(/"wording": "[^"]*"/, field)
      : held.replace(/\s*\}\s*$/, `,\n  ${field}\n}\n`);
    await writeFile(path, written);
    console.log(`${path}: ${unpackWording(wording).size} runs of words.`);
    return 0;
  },
);
