import { capnwebKit } from './capnweb.ts';
import { kkrpcKit } from './kkrpc.ts';
import type { Kits, ProbeWorld, SystemId } from './kit.ts';
import { lumenizeKit } from './lumenize.ts';
import { rawKit } from './raw.ts';

const makers: { [S in SystemId]: (world: ProbeWorld) => Kits[S] } = {
  lumenize: lumenizeKit,
  capnweb: capnwebKit,
  kkrpc: kkrpcKit,
  'raw-websocket': rawKit,
};

/** A kit of a system with an object that nobody has used. */
export function kitOf<S extends SystemId>(system: S, world: ProbeWorld): Kits[S] {
  return makers[system](world);
}
