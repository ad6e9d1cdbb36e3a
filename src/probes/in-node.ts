/** What is asked of a system in Node alone. */
import type { NodeProbed } from '../places/bench/probe.ts';

/** Loads what is asked of a system in Node, by its id. */
export async function loadInNode(id: string): Promise<NodeProbed> {
  const { probed } = (await import(`../systems/${id}/probe-node.ts`)) as { probed: NodeProbed };
  return probed;
}
