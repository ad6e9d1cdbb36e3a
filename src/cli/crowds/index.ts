/** `npm run bench -- crowds`: what many calls and many clients cost with each library, in memory and in time. */
import { resultOfCrowds, writeCrowds } from '../../matrix/crowds/record.ts';
import { crowdTables } from '../../results/tables/crowds.ts';
import { acceptOf, findSystem, probedHere } from '../../libraries/systems/index.ts';
import { folderOf, readRelease } from '../measure/outside/release.ts';
import { oneOf, readSeed, runCommand, wholeNumber } from '../shared/args.ts';
import { takeRecord } from '../shared/own-run.ts';
import type { Library } from './client.ts';
import { runCrowds } from './run.ts';

/** A library as it is installed. */
function installedLibrary(system: string): Library {
  const { probed = '' } = findSystem(system);
  return { id: system, system, requests: acceptOf(system, probed) === 'request' };
}

/** The library that a name stands for: one that is here, or a release as `capnweb@0.5.0`. */
async function libraryOf(name: string): Promise<Library> {
  const release = readRelease(name);
  if (release === undefined) return installedLibrary(oneOf('--system', name, probedHere));
  const root = await folderOf(release, process.cwd());
  return { ...installedLibrary(release.system), id: name, root };
}

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run bench -- crowds',
        'npm run bench -- crowds --system capnweb,capnweb@0.5.0 --connections 10',
        'npm run bench -- crowds --out .local/crowds.json',
      ],
      about: [
        'Starts a bench on workerd for each library, makes many calls, connects many clients, and prints what',
        'they keep in memory and how long calls and messages take. A full run takes about half an hour.',
      ].join('\n'),
      flags: {
        system: {
          value: '<ids>',
          help: `of ${probedHere.join(', ')}, or a release as capnweb@0.5.0`,
        },
        repeats: { value: '<n>', help: 'of each measurement, 3 unless given' },
        calls: {
          value: '<n>',
          help: 'on one connection, 40000 unless given; a twentieth as many subscriptions',
        },
        connections: { value: '<ns>', help: 'to one object, 10,100,1000 unless given' },
        seed: { value: '<n>', help: 'of the order of the libraries' },
        out: { value: '<file>', help: 'writes the record, for content/records/crowds/' },
        json: { help: 'the record instead of the tables' },
        list: { help: 'the libraries' },
      },
    },
    async ({ values }) => {
      if (values.list) {
        for (const id of probedHere) console.log(`${id}: ${findSystem(id).label}`);
        return 0;
      }
      const names = values.system?.split(',').map((name) => name.trim()) ?? probedHere;
      const sizes = (values.connections ?? '10,100,1000').split(',');
      const plan = {
        repeats: wholeNumber('--repeats', values.repeats ?? '3', 1, 20),
        calls: wholeNumber('--calls', values.calls ?? '40000', 20, 1_000_000),
        sizes: sizes
          .map((size) => wholeNumber('--connections', size, 1, 1000))
          .toSorted((one, other) => one - other),
        seed: readSeed(values.seed),
      };
      const libraries: Library[] = [];
      for (const name of new Set(names)) libraries.push(await libraryOf(name));
      return takeRecord(values, {
        take: (run) => runCrowds({ ...run, ...plan, libraries }),
        write: writeCrowds,
        tables: (record) => crowdTables(resultOfCrowds(record)),
      });
    },
    argv,
  );
