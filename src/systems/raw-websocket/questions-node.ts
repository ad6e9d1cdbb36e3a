import type { NodeProbed } from '../../questions/probed.ts';

export const probed: NodeProbed = {
  bundle: `export { open } from './src/systems/raw-websocket/client.ts';`,
};
