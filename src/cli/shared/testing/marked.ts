/** Finding all that a command has started, by what they inherit. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Mark {
  /** As `/proc` has it. */
  text: string;
  /** What a command is started with. */
  environment: Readonly<Record<string, string>>;
}

export function markOf(id: string): Mark {
  return { text: `ROUNDTRIP_MARK=${id}`, environment: { ROUNDTRIP_MARK: id } };
}

/** Ids of the processes that have inherited a mark in their environment. */
export function marked({ text }: Mark): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'latin1').includes(text);
    } catch {
      // It has ended since the folder was read, or is somebody else’s.
      return false;
    }
  });
}
