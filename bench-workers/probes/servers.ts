import { probeServer as fetchJson } from '../systems/fetch-json/probe.ts';
import { probeServer as orpc } from '../systems/orpc/probe.ts';
import { probeServer as trpc } from '../systems/trpc/probe.ts';
import type { ProbeServer } from './server.ts';

/** Systems that serve the probes from their own folder, one line each. */
export const probeServers: Readonly<Record<string, ProbeServer>> = {
  trpc,
  orpc,
  'fetch-json': fetchJson,
};
