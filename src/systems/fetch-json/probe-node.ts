import type { NodeProbed } from '../../places/bench/probe.ts';
import { serveTexts } from '../../places/bench/node-server.ts';

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
