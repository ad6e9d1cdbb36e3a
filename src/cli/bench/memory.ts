import { residentSetOf } from '../../places/processes/child.ts';

/** The memory of a process, in MiB; null where the system does not tell. */
export async function memoryOf(pid: number | undefined): Promise<number | null> {
  const bytes = await residentSetOf(pid ?? 0).catch(() => undefined);
  return bytes === undefined ? null : Math.round(bytes / 2 ** 20);
}
