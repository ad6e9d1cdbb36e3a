/** `npm run types`: what the types of each library cost the compiler. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { shuffle } from '../../core/plan/order.ts';
import { rounded } from '../../matrix/crowds/record.ts';
import { writeByLines } from '../../matrix/own-record.ts';
import {
  type Compiler,
  compilers,
  filesOf,
  readRouters,
  sizes,
  type TypesRecord,
} from '../../matrix/types.ts';
import { toText } from '../../results/tables/text.ts';
import { errorsTable, typesTable } from '../../results/tables/types.ts';
import { installed } from '../../wire/processes/child.ts';
import { machineDuring } from '../measure/node-run.ts';
import { runCommand, say, wholeNumber } from '../shared/args.ts';
import { runToEnd, temporaryFolder } from '../shared/process-end.ts';

export const projectsOf = (size: number) =>
  (Object.keys(compilers) as Compiler[]).flatMap((compiler) =>
    Object.entries(readRouters().routers).map(([id, router]) => ({ id, router, compiler, size })),
  );
type Project = ReturnType<typeof projectsOf>[number];

/** Checks a server with a client of it. Memory is in kB, processor time in s. @throws Error unless each mistake is refused */
export async function check({ id, router, compiler, size }: Project, hasMistakes = false) {
  // In the checkout, because the compiler looks for packages in the folders above.
  await using folder = await temporaryFolder(`types-${id}`, join(process.cwd(), '.local'));
  for (const [name, text] of Object.entries(filesOf(router, size, hasMistakes))) {
    await writeFile(join(folder.path, name), text);
  }
  const [name = '', ...flags] = compilers[compiler];
  const tsc = [process.execPath, join(process.cwd(), 'node_modules', name, 'bin/tsc'), ...flags];
  const args = [...tsc, '--extendedDiagnostics', '--pretty', 'false', '-p', folder.path];
  // The shell tells the processor time, which other programs of the machine disturb less than the clock.
  const timed = ['-c', String.raw`TIMEFORMAT=$'User: %U\nSystem: %S'; time "$@"`, 'bash', ...args];
  const { stdout, stderr } = await runToEnd('bash', timed, { env: { LC_ALL: 'C' } });
  const shown = /^(?:Instantiations|Memory used|User|System): +([\d.]+)/gm;
  const found = [...`${stdout}${stderr}`.matchAll(shown)].map((each) => Number(each[1]));
  const [count = NaN, memory = NaN, user = NaN, system = NaN] = found;
  const [, ...errors] = stdout.split(/^.*: error TS\d+: /m);
  const complaints = errors.map((text) => text.replace(/^Files: [^]*/m, '').trim());
  const isExpected = system >= 0 && errors.length === (hasMistakes ? 2 : 0);
  if (isExpected) return { count, memory, seconds: user + system, complaints };
  const got = `${stdout}${stderr}`.slice(0, 500);
  throw new Error(`${id}, ${name}: got “${got}”, expected ${hasMistakes ? 2 : 0} errors`);
}

/** Checks every router at each size. The largest is checked in several rounds, each in another order. */
export async function countTypes(repeats: number): Promise<TypesRecord> {
  const startedAt = new Date().toISOString();
  const machine = await machineDuring(process.cwd());
  const projects = projectsOf(sizes[2]);
  const checks: Array<Project & Awaited<ReturnType<typeof check>>> = [];
  for (let round = 1; round <= repeats; round++) {
    for (const project of shuffle(projects, Math.random)) {
      say(`round ${round} of ${repeats}: ${project.id}, TypeScript ${project.compiler} …`);
      checks.push({ ...project, ...(await check(project)) });
    }
  }
  const rows: TypesRecord['rows'] = [];
  for (const project of projects) {
    const { id, compiler } = project;
    const { system, zod, note } = project.router;
    const checksOf = (name: string) =>
      checks.filter((each) => each.id === name && each.compiler === compiler);
    const [own, plain] = [checksOf(id), checksOf('plain')];
    const ratios = own.map(({ seconds }, at) => seconds / (plain[at]?.seconds ?? NaN));
    const spread = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
    const sized = sizes.slice(0, 2).map((size) => check({ ...project, size }));
    rows.push({
      ...{ id, system, zod, note, compiler },
      instantiations: [...(await Promise.all(sized)), ...own.slice(0, 1)].map(({ count }) => count),
      ratio: spread.map((ratio) => rounded(ratio)),
      megabytes: rounded(median(own.map(({ memory }) => memory)) / 1000),
      complaints: (await check({ ...project, size: sizes[0] }, true)).complaints,
    });
  }
  const tried = rows.flatMap(({ system = [] }) => system);
  const environment = machine(tried, installed(['typescript', 'typescript-7', 'zod']));
  return { startedAt, repeats, environment, rows };
}

const FILE = 'content/types/results.json';

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run types', 'npm run types -- --write'],
      about: 'Checks routers of each library by TypeScript 5.9 and 7, and prints what that costs.',
      flags: {
        repeats: { value: '<n>', help: 'of each check that is timed, 5 unless given' },
        write: { help: `writes ${FILE}, which pages show` },
        json: { help: 'the counts as JSON instead of the tables' },
      },
    },
    async ({ values }) => {
      const repeats = wholeNumber('--repeats', values.repeats ?? '5', 1, 50);
      const record = await countTypes(repeats);
      const { rows, ...head } = record;
      const text = writeByLines(head, { rows });
      if (values.write) await writeFile(FILE, text);
      const tables = [typesTable(record), errorsTable(record)].map((table) => toText(table));
      console.log(values.json ? text : tables.join('\n\n'));
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
