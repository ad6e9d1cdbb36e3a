/** What objects hold in the storage of a bench on this machine. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The databases of a class of objects. */
async function databases(disk: string, className: string): Promise<string[]> {
  const files = await readdir(disk, { recursive: true });
  return files
    .filter((file) => file.includes(className) && file.endsWith('.sqlite'))
    .map((file) => join(disk, file));
}

/** Rows in all tables of a database; a file without any holds nothing. */
function rowsIn(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
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
  const classes = ['RawWebSocket', 'Lumenize', 'Capnweb', 'Kkrpc', 'Probe'];
  const files = await Promise.all(classes.map((name) => databases(disk, name)));
  return files.flat().reduce((sum, file) => sum + rowsIn(file), 0);
}
