import type { NodeProbed } from '../../questions/probed.ts';
import { serveTexts } from '../../questions/runtimes.ts';
import { post } from './client.ts';

export const probed: NodeProbed = {
  bundle: `export { open } from './src/systems/fetch-json/client.ts';`,
  async sumOverNode() {
    await using server = await serveTexts((body) => {
      const [a, b] = JSON.parse(body) as [number, number];
      return JSON.stringify({ result: a + b });
    });
    return await post(fetch, server.url, [2, 3]);
  },
};
