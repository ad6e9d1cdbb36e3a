import { pathToFileURL } from 'node:url';
import type { Open, OpenWithin } from './clients/opened.ts';

/**
 * The caller’s end of an arm.
 *
 * @param files system and transport, a file in `clients/`; or an arm from outside
 * @param module path of the module that has both ends of that
 */
export async function clientOf(
  files: string,
  module?: string,
): Promise<{ open: Open & OpenWithin }> {
  const file = module === undefined ? `./clients/${files}.ts` : pathToFileURL(module).href;
  return (await import(file)) as { open: Open & OpenWithin };
}
