import { PeerService, peerMethods } from '../service.ts';
import type { ProcessMethods } from './operations.ts';

/** The service as a process of its own offers it. */
export class ProcessService extends PeerService implements ProcessMethods {
  residentSet(): number {
    return process.memoryUsage().rss;
  }
}

/** Names of what a caller in another process may call. */
export const processMethods = [...peerMethods, 'residentSet'] as const satisfies ReadonlyArray<
  keyof ProcessMethods
>;

/** The service as an object of functions, for what calls them by name. */
export function reach(service: ProcessService): ProcessMethods {
  const methods = processMethods.map((name) => [name, service[name].bind(service)] as const);
  return Object.fromEntries(methods) as unknown as ProcessMethods;
}
