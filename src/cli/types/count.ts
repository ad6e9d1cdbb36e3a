/** Counts what the types of libraries cost, by the compiler’s own diagnostics. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { seeded, shuffle } from '../../core/plan/order.ts';
import { type Compiler, compilers, sizes, type TypesRecord } from '../../matrix/types/record.ts';
import { filesOf, readRouters } from '../../matrix/types/routers.ts';
import { installed } from '../../wire/processes/child.ts';
import { machineDuring } from '../measure/node-run.ts';
import type { OwnRun } from '../shared/own-run.ts';
import { runToEnd, temporaryFolder } from '../shared/process-end.ts';

/** Every router by every compiler, at one size. */
export const projectsOf = (size: number) =>
  (Object.keys(compilers) as Compiler[]).flatMap((compiler) =>
    Object.entries(readRouters().routers).map(([id, router]) => ({ id, router, compiler, size })),
  );
type Project = ReturnType<typeof projectsOf>[number];

/**
 * Checks a server with its client, or with one that makes two mistakes. Memory is in kB, time in s.
 *
 * @throws Error with what the compiler prints, if it refuses code that is right or accepts a mistake
 */
export async function check(
  { id, router, compiler, size }: Project,
  file: 'client' | 'mistaken' = 'client',
) {
  // In the checkout, because the compiler looks for packages in the folders above.
  await using folder = await temporaryFolder(`types-${id}`, join(process.cwd(), '.local'));
  const config = { extends: '../../content/types/options.json', files: [`${file}.ts`] };
  const files = { ...filesOf(router, size), 'tsconfig.json': JSON.stringify(config) };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  const [name = '', ...flags] = compilers[compiler];
  const args = [...flags, '--extendedDiagnostics', '--pretty', 'false', '-p', folder.path];
  const tsc = join(process.cwd(), 'node_modules', name, 'bin/tsc');
  const { stdout, stderr } = await runToEnd(process.execPath, [tsc, ...args]);
  const figures = stdout.matchAll(/^(?:Instantiations|Memory used|Total time): +([\d.]+)/gm);
  const [instantiations = NaN, memory = NaN, seconds = NaN] = [...figures].map(([, figure]) =>
    Number(figure),
  );
  const [, ...errors] = stdout.split(/^.*: error TS\d+: /m);
  if (Number.isNaN(seconds) || errors.length !== (file === 'client' ? 0 : 2)) {
    throw new Error(
      `${id}: got “${stdout}${stderr}”, expected ${file === 'client' ? 'no error' : 'two errors'}`,
    );
  }
  const complaints = errors.map((text) => text.replace(/^Files: [^]*/m, '').trim());
  return { instantiations, memory, seconds, complaints };
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Checks every router at each size. The largest is checked in several rounds, each in another order. */
export async function countTypes(run: Omit<OwnRun, 'signal'>): Promise<TypesRecord> {
  const { root, repeats, seed, onProgress } = run;
  const startedAt = new Date().toISOString();
  const machine = await machineDuring(root);
  const random = seeded(seed);
  const all = projectsOf(sizes[2]).map((project) => ({
    ...project,
    rounds: [] as Array<Awaited<ReturnType<typeof check>>>,
  }));
  for (let round = 1; round <= repeats; round++) {
    for (const { rounds, ...project } of shuffle(all, random)) {
      onProgress(`round ${round} of ${repeats}: ${project.id}, TypeScript ${project.compiler}`);
      rounds.push(await check(project));
    }
  }
  const rows: TypesRecord['rows'] = [];
  for (const { rounds, ...project } of all) {
    const { id, compiler, router } = project;
    const { system, zod, note } = router;
    const plain = all.find((each) => each.id === 'plain' && each.compiler === compiler);
    const ratios = rounds.map(({ seconds }, at) => seconds / (plain?.rounds[at]?.seconds ?? NaN));
    const counts = await Promise.all(sizes.map((size) => check({ ...project, size })));
    const { complaints } = await check({ ...project, size: sizes[0] }, 'mistaken');
    rows.push({
      ...{ id, system, zod, note, compiler },
      instantiations: counts.map(({ instantiations }) => instantiations),
      ratio: [median(ratios), Math.min(...ratios), Math.max(...ratios)].map(rounded),
      megabytes: rounded(median(rounds.map(({ memory }) => memory)) / 1000),
      complaints,
    });
  }
  const packages = installed(['typescript', 'typescript-7', 'zod']);
  const environment = machine(
    rows.flatMap(({ system = [] }) => system),
    packages,
  );
  return { startedAt, repeats, seed, environment, rows };
}
