/** Server runtimes: where the halves run without anything added. */
import { answers, callAnswers } from './outcome.ts';
import type { Subject } from './question.ts';
import type { NodeProbed } from './kit.ts';

export const runtimes: Subject = {
  id: 'runtimes',
  label: 'Server runtimes',
  onlyCli: 'It starts servers in Node.',
  questions: [
    {
      id: 'runtimes-workerd',
      question: 'Does the server half run on workerd without Node’s compatibility?',
      passes: 'A Durable Object that is served without compatibility flags answers.',
      run: (kit) => callAnswers(kit, (api) => api.add(2, 3), 5),
    },
    {
      id: 'runtimes-node-client',
      question: 'Does the client run in Node?',
      passes: 'A call from a program in Node, over its own WebSocket, answers.',
      run: (kit) =>
        callAnswers(kit, async (api) => [process.release.name, await api.add(2, 3)], ['node', 5]),
    },
    {
      id: 'runtimes-node-server',
      question: 'Does the server half run in Node?',
      passes: 'An object in Node answers over HTTP what a client of the same system asks.',
      async run({ system }) {
        const { sumOverNode } = await loadInNode(system);
        if (sumOverNode === undefined) throw new Error(`${system}: got no server for Node`);
        return await answers(sumOverNode, 5);
      },
    },
  ],
};

/** Loads what is asked of a system in Node, by its id. */
export async function loadInNode(id: string): Promise<NodeProbed> {
  const { probed } = (await import(`../systems/${id}/questions-node.ts`)) as { probed: NodeProbed };
  return probed;
}
