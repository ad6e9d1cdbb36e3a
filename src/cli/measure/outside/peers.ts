/** Contestants between processes from outside: a folder with a module that has both ends. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { describeOutside, outsideOutlines } from '../../../harness/plan/index.ts';
import type { Outside } from '../../../harness/record/index.ts';
import { type ProcessArm, runtimes } from '../../../peers/processes/names.ts';
import {
  armFields,
  digestOf,
  folderOf,
  moduleOf,
  readAll,
  systemFields,
  systemOf,
} from './folder.ts';

const MODULES = ['peers.ts', 'peers.js', 'peers.mjs'];

const systemSchema = z.strictObject({
  ...systemFields,
  arms: z
    .array(
      z.strictObject({
        ...armFields,
        client: z.enum(runtimes),
        server: z.enum(runtimes),
      }),
    )
    .min(1)
    .max(18),
});

/** A contestant, read. */
export interface OutsidePeers {
  folder: string;
  system: z.infer<typeof systemSchema>;
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
    const loaded = await moduleOf(
      async () => (await import(pathToFileURL(module).href)) as object,
      module,
    );
    return {
      ...{ folder, module, digest },
      system: systemOf(loaded, module, systemSchema, ['open', 'serve']),
    };
  });
}

/** Its arms, as those of a study between processes. */
export function armsOfPeers({ system, module }: OutsidePeers): ProcessArm[] {
  return outsideOutlines(system).map((outline, at): ProcessArm => {
    const { name, client, server, cannot } = system.arms[at] as (typeof system.arms)[number];
    return { ...outline, client, server, transport: name, module, ...(cannot && { cannot }) };
  });
}

/** A contestant as a record has it, once it is measured. */
export async function outsidePeers({ folder, system, digest }: OutsidePeers): Promise<Outside> {
  const now = await digestOf(folder).catch(() => undefined);
  return describeOutside(system, {
    ...{ digest, served: 'beside' },
    ...(now !== digest && { changed: true }),
  });
}
