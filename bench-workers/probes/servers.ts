import { probeServer as fetchJson } from '../../src/systems/fetch-json/probe.ts';
import { probeServer as orpc } from '../../src/systems/orpc/probe.ts';
import { probeServer as trpc } from '../../src/systems/trpc/probe.ts';
import type { ProbeServer } from './server.ts';

/** Systems that serve the probes from their own folder, one line each. */
export const probeServers: Readonly<Record<string, ProbeServer>> = {
  trpc,
  orpc,
  'fetch-json': fetchJson,
};
