import type { PeerMethods } from '../../operations.ts';
import { peerMethods, type PeerService } from '../../service.ts';

/** What kkrpc exposes: it asks for an object of functions, and calls each as a method of that object. */
export function expose(service: PeerService): PeerMethods {
  const methods = peerMethods.map((name) => [name, service[name].bind(service)] as const);
  return Object.fromEntries(methods) as unknown as PeerMethods;
}
