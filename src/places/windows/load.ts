import type { WindowSystem } from './channel.ts';

/** Systems that are in no folder here, by their ids, for the scripts that are made with them. */
export const outside = new Map<string, WindowSystem>();

/** Loads both halves of a system by its id, apart from all that only lists them. */
export async function loadWindowSystem(id: string): Promise<WindowSystem> {
  return outside.get(id) ?? ((await import(`../../systems/${id}/window.ts`)) as WindowSystem);
}
