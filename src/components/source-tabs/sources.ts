/** The code that was timed: of a workload, and of each system's two halves. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedDeclarations, workloadCode } from './declarations.ts';

/** A piece of code with the file it stands in. */
export interface Source {
  file: string;
  code: string;
}

const read = (file: string): string => readFileSync(join(process.cwd(), file), 'utf8');

/** Sources of a study: its own file and those of its workloads, shallow ones first. */
function studyFiles(study: string): string[] {
  const folder = `src/studies/${study}`;
  return readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/**
 * The code of a workload with the functions of its file that it uses. A workload whose id is put
 * together from parts is shown by the whole file that does so.
 *
 * @throws Error naming the study and the workload that no file defines
 */
export function workloadSource(study: string, workload: string): Source {
  const files = studyFiles(study);
  for (const file of files) {
    const text = read(file);
    const code = workloadCode(file, text, workload);
    if (code === undefined) continue;
    return { file, code: [...namedDeclarations(file, text, code), code].join('\n\n') };
  }
  const stem = workload.split('-')[0] ?? workload;
  const made = files.find((file) => read(file).includes(`id: \`${stem}-`));
  if (made === undefined) {
    throw new Error(`src/studies/${study}: got no workload "${workload}", expected a file with it`);
  }
  return { file: made, code: read(made) };
}

/** Client and server half of a system, as they are timed. */
export function systemSources(system: string): Source[] {
  return ['client.ts', 'server.ts']
    .map((name) => `bench-workers/systems/${system}/${name}`)
    .filter((file) => existsSync(join(process.cwd(), file)))
    .map((file) => ({ file, code: read(file) }));
}
