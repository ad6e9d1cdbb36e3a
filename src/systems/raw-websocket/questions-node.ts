import type { NodeProbed } from '../../questions/kit.ts';

export const probed: NodeProbed = {
  bundle: `export { open } from './src/systems/raw-websocket/client.ts';`,
};
