/** The kinds of contestant that a folder may hold, by the module that makes it one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../shared/args.ts';
import { CLIENTS } from './contestant.ts';
import { MODULES } from './peers.ts';

/** Folder that `init` writes to, and that commands look for. */
export const FOLDER = 'bench';

/** First what most bring. */
export const CONTESTANTS = [
  {
    kind: 'object',
    study: 'lumenize-vs-capnweb',
    modules: CLIENTS,
    what: 'a Durable Object, over WebSockets',
  },
  {
    kind: 'process',
    study: 'kkrpc-transports',
    modules: MODULES,
    what: 'a process, over its standard streams',
  },
] as const;

/** @throws UsageError naming the folder, where it holds no contestant */
export function kindOf(folder: string): (typeof CONTESTANTS)[number] {
  const kind = CONTESTANTS.find(({ modules }) =>
    modules.some((file) => existsSync(join(folder, file))),
  );
  if (kind !== undefined) return kind;
  const files = CONTESTANTS.flatMap(({ modules: [file = ''] }) => file).join(' or ');
  throw new UsageError(
    `folder: got ${folder}, expected one with a ${files}: npx roundtrip init writes them`,
  );
}
