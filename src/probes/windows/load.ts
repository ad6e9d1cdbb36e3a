import type { WindowProbed } from '../../places/windows/probed.ts';

/** Loads both halves of a system by its id. */
export async function loadWindowSystem(id: string): Promise<WindowProbed> {
  const { probed } = (await import(`../../systems/${id}/probe-windows.ts`)) as {
    probed: WindowProbed;
  };
  return probed;
}
