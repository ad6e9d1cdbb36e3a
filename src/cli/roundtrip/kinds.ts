/** The kinds of contestant that a folder may hold, by the module that makes it one. */
import { CLIENTS, MODULES } from '../measure/outside/contestant.ts';

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
