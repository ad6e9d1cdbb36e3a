import type { ObjectProbed } from '../../places/objects/probe.ts';

/** Loads a way by the id of its system. */
export async function loadWay(id: string): Promise<ObjectProbed> {
  const { probed } = (await import(`../../systems/${id}/probe-objects.ts`)) as {
    probed: ObjectProbed;
  };
  return probed;
}
