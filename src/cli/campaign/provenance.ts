/** The machine and the measured tree of a launch: launches of two of either are never one result. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { arch, cpus, release, type } from 'node:os';
import { join } from 'node:path';
import type { Launch } from '../../core/record/index.ts';
import { filesIn } from '../shared/checkout.ts';

export type Provenance = Pick<Launch, 'tree' | 'machine'>;

/** The files and folders whose code is measured, or measures. */
const MEASURED = [
  'src/core',
  'src/wire',
  'src/libraries',
  'bench-workers',
  'bench-servers',
  'package-lock.json',
];

/** This machine, and the tree at `root` as it stands. Tests are no part of it. */
export async function provenanceOf(root: string): Promise<Provenance> {
  const hash = createHash('sha256');
  for (const file of await filesIn(root, MEASURED)) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue;
    const digest = createHash('sha256').update(await readFile(join(root, file)));
    hash.update(`${digest.digest('hex')}  ${file}\n`);
  }
  return { tree: hash.digest('hex'), machine: machineHere() };
}

function machineHere(): Launch['machine'] {
  const [first] = cpus();
  return {
    cpu: first?.model.trim() || 'unknown',
    cores: cpus().length,
    kernel: `${type()} ${release()} ${arch()}`,
  };
}

export const machineText = ({ cpu, cores, kernel }: Launch['machine']): string =>
  `${cpu}, ${cores} processors, ${kernel}`;
