/** What objects hold in the storage of a bench on this machine: page tests, which can import no list of systems, ask too. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Rows in all tables of a database; a file without any holds nothing. */
function rowsIn(file: string): number {
  // workerd may be writing to it; in ms.
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const counts = tables.map(({ name }) =>
      Number(database.prepare(`SELECT count(*) AS n FROM "${String(name)}"`).get()?.['n']),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    database.close();
  }
}

/** Rows that all objects of the systems hold. @param disk folder of the objects’ databases */
export async function rowsOfObjects(disk: string): Promise<number> {
  const files = await readdir(disk, { recursive: true });
  return files
    .filter((file) => file.endsWith('.sqlite') && !file.includes('Budget'))
    .reduce((sum, file) => sum + rowsIn(join(disk, file)), 0);
}
