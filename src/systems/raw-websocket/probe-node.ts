import type { NodeProbed } from '../../places/bench/probe.ts';

export const probed: NodeProbed = {
  bundle: `export { connect } from './src/systems/raw-websocket/client.ts';`,
};
