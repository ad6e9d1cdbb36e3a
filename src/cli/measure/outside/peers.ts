/** Contestants between processes: a folder with one module that both ends load. */
import { join } from 'node:path';
import { z } from 'zod';
import { outsideOutlines } from '../../../harness/plan/index.ts';
import { installed } from '../../../places/processes/child.ts';
import { type ProcessArm, runtimes } from '../../../places/processes/names.ts';
import { digestOf, folderOf, loadSystem, readAll, systemSchema } from './folder.ts';

const MODULES = ['peers.ts', 'peers.js', 'peers.mjs'];

const peersSchema = systemSchema({ client: z.enum(runtimes), server: z.enum(runtimes) }, 18);

/** A contestant, read. */
export interface OutsidePeers {
  folder: string;
  system: z.infer<typeof peersSchema>;
  /** Path of its module, which both ends load as it is. */
  module: string;
  digest: string;
}

/**
 * Reads all folders that `--system` names for a study between processes.
 *
 * @throws UsageError or Error naming the value got and what was expected, and where two have one id
 */
export function readPeers(given: readonly string[], root: string): Promise<OutsidePeers[]> {
  return readAll(given, async (each) => {
    const { folder, file } = await folderOf(each, each, root, MODULES);
    const module = join(folder, file);
    const digest = await digestOf(folder);
    const system = await loadSystem(module, module, peersSchema, ['open', 'serve']);
    return { folder, module, digest, system };
  });
}

/** Its arms, as those of a study between processes. */
export function armsOfPeers({ system, module }: OutsidePeers): ProcessArm[] {
  type Own = (typeof system.arms)[number];
  return outsideOutlines(system).map((outline, at): ProcessArm => {
    const { name, client, server, validation, cannot } = system.arms[at] as Own;
    const conditions = {
      runtimes: installed([client, server]),
      ...(validation && { validation }),
    };
    return {
      ...{ ...outline, client, server, transport: name, module, conditions },
      ...(cannot && { cannot }),
    };
  });
}
