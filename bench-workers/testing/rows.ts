/** What objects hold in the storage of a bench on this machine: page tests, which can import no list of systems, ask too. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import { type Amounts, NOTHING } from '../../src/wire/amounts.ts';

/** Opens the database of each object of the systems, one after another. */
async function readObjects<Found>(
  disk: string,
  read: (database: DatabaseSync, tables: string[]) => Found,
  isBudget = false,
): Promise<Found[]> {
  const files = await readdir(disk, { recursive: true });
  return files
    .filter((file) => file.endsWith('.sqlite') && file.includes('Budget') === isBudget)
    .map((file) => {
      // workerd may be writing to it; in ms.
      const database = new DatabaseSync(join(disk, file), { readOnly: true, timeout: 10_000 });
      try {
        const query = "SELECT name FROM sqlite_master WHERE type = 'table'";
        const tables = database.prepare(query).all();
        return read(
          database,
          tables.map(({ name }) => String(name)),
        );
      } finally {
        database.close();
      }
    });
}

/** Rows that all objects of the systems hold. @param disk folder of the objects’ databases */
export async function rowsOfObjects(disk: string): Promise<number> {
  const counts = await readObjects(disk, (database, tables) =>
    tables.map((name) =>
      Number(database.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.['n']),
    ),
  );
  return counts.flat().reduce((sum, count) => sum + count, 0);
}

/** Values that objects hold under a key, as workerd serializes them, in hex. @param disk as above */
export async function valuesOfObjects(disk: string, key: string): Promise<string[]> {
  const values = await readObjects(disk, (database, tables) => {
    if (!tables.includes('_cf_KV')) return [];
    const rows = database.prepare('SELECT value FROM _cf_KV WHERE key = ?').all(key);
    return rows.map(({ value }) => Buffer.from(value as Uint8Array).toString('hex'));
  });
  return values.flat();
}

/** What the objects’ counters hold, those that hold something. @param disk as above */
export async function countersOf(disk: string): Promise<number[]> {
  const values = await valuesOfObjects(disk, 'value');
  return values.map((hex) => deserialize(Buffer.from(hex, 'hex')) as number);
}

/** Numbers of the visitors that the day has counted. @param disk as above */
export async function visitorsOf(disk: string): Promise<number[]> {
  const read = (database: DatabaseSync, tables: string[]) =>
    tables.includes('taken') ? database.prepare('SELECT visitor FROM taken').all() : [];
  const found = await readObjects(disk, read, true);
  return found.flat().map(({ visitor }) => Number(visitor));
}

/** What all visitors have taken of the day so far. @param disk as above */
export async function takenOf(disk: string): Promise<Amounts> {
  const sums = Object.keys(NOTHING).map((name) => `coalesce(sum(${name}), 0) AS ${name}`);
  const query = `SELECT ${sums.join()} FROM taken`;
  const read = (database: DatabaseSync, tables: string[]) =>
    tables.includes('taken') ? database.prepare(query).get() : undefined;
  const found = await readObjects(disk, read, true);
  return { ...NOTHING, ...found.find((sum) => sum !== undefined) };
}
