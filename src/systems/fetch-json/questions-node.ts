import type { NodeProbed } from '../../questions/kit.ts';
import { serveTexts } from '../../questions/node-server.ts';

export const probed: NodeProbed = {
  bundle: `export { connect } from './src/systems/fetch-json/client.ts';`,
  async sumOverNode() {
    await using server = await serveTexts((body) => {
      const [a, b] = JSON.parse(body) as [number, number];
      return JSON.stringify({ result: a + b });
    });
    const answer = await fetch(server.url, { method: 'POST', body: '[2,3]' });
    return ((await answer.json()) as { result: number }).result;
  },
};
