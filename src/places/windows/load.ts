import type { WindowSystem } from './channel.ts';

/** Loads both halves of a system by its id, apart from all that only lists them. */
export async function loadWindowSystem(id: string): Promise<WindowSystem> {
  return (await import(`../../systems/${id}/window.ts`)) as WindowSystem;
}
