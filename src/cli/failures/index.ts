/** `npm run bench -- failures`: fails connections on purpose and records what each library does. */
import { configurations, failures } from '../../matrix/failures/cases.ts';
import { writeFailures } from '../../matrix/failures/record.ts';
import { failureTables } from '../../results/tables/failures.ts';
import { resultOfFailures } from '../../matrix/failures/result.ts';
import { listOf, readSeed, runCommand, wholeNumber } from '../shared/args.ts';
import { takeRecord } from '../shared/own-run.ts';
import { runFailures } from './run.ts';

const systems = [...new Set(configurations.map(({ system }) => system))];
const failureIds = failures.map(({ id }) => id);

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run bench -- failures',
        'npm run bench -- failures --system trpc,orpc --failure stop,reset --repeats 3',
        'npm run bench -- failures --out .local/failures.json',
      ],
      about: [
        'Starts the bench on workerd and a proxy in front of it, fails the open connections on purpose, and',
        'prints what each library notices and does. A full run takes about 15 minutes, most of them waiting.',
      ].join('\n'),
      flags: {
        system: { value: '<ids>', help: `of ${systems.join(', ')}` },
        failure: { value: '<ids>', help: `of ${failureIds.join(', ')}` },
        repeats: {
          value: '<n>',
          help: 'clients of each configuration for each failure, 20 unless given',
        },
        seed: { value: '<n>', help: 'of the moments at which clients connect' },
        out: { value: '<file>', help: 'writes the record, for content/records/failures/' },
        json: { help: 'the record instead of the tables' },
        list: { help: 'the failures and the configurations' },
      },
    },
    async ({ values }) => {
      if (values.list) {
        for (const { id, how } of failures) console.log(`${id}: ${how}`);
        for (const { id, means, href } of configurations) console.log(`${id}: ${means} ${href}`);
        return 0;
      }
      const chosen = listOf('--system', values.system ?? systems.join(), systems);
      const ids = listOf('--failure', values.failure ?? failureIds.join(), failureIds);
      const plan = {
        configurations: configurations.filter(({ system }) => chosen.includes(system)),
        failures: failures.filter(({ id }) => ids.includes(id)),
        repeats: wholeNumber('--repeats', values.repeats ?? '20', 1, 100),
        seed: readSeed(values.seed),
      };
      return takeRecord(values, {
        take: (run) => runFailures({ ...run, ...plan }),
        write: writeFailures,
        tables: (record) => failureTables(resultOfFailures(record)),
      });
    },
    argv,
  );
