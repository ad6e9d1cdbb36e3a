/** The kinds of contestant that a folder may hold, by the module that makes it one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../shared/args.ts';
import { CLIENTS, MODULES } from '../measure/outside/contestant.ts';
import { PAGES } from '../measure/outside/windows.ts';

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
  {
    kind: 'worker',
    study: 'page-to-worker',
    modules: PAGES,
    what: 'a worker or a frame of a page, in Chromium',
  },
] as const;

/** @throws UsageError naming the folder, where it holds no contestant */
export function kindOf(folder: string): (typeof CONTESTANTS)[number] {
  const kind = CONTESTANTS.find(({ modules }) =>
    modules.some((file) => existsSync(join(folder, file))),
  );
  if (kind !== undefined) return kind;
  const files = CONTESTANTS.flatMap(({ modules: [file = ''] }) => file);
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(files);
  throw new UsageError(
    `folder: got ${folder}, expected one with a ${list}: npx roundtrip init writes them`,
  );
}
