/** Versions that fail on purpose, for a dry run: sound ones with something broken in front. */

/** Where a version is to fail: everywhere, or only where readers are. */
export type Fails = { everywhere: true } | { at: string };

/** The class that a version with a migration of its own adds. */
export const ADDED_CLASS = 'DryRunObject';

/**
 * Text of a module that answers one arm’s connections with 503 in the place of the Worker.
 *
 * @param main path of the Worker
 * @param fails where
 * @param adds whether it exports the class of a further migration
 */
export function madeToFail(main: string, fails: Fails, adds: boolean): string {
  const origin = 'at' in fails ? fails.at : '';
  return [
    `import { DurableObject } from 'cloudflare:workers';`,
    `import worker from ${JSON.stringify(main)};`,
    `export * from ${JSON.stringify(main)};`,
    ...(adds ? [`export class ${ADDED_CLASS} extends DurableObject {}`] : []),
    `export default {`,
    `  fetch(request: Request, ...rest: [never, never]) {`,
    `    const { origin, pathname } = new URL(request.url);`,
    `    const fails = ${JSON.stringify(origin)} === '' || origin === ${JSON.stringify(origin)};`,
    `    if (fails && pathname.startsWith('/bench/capnweb/')) {`,
    `      return new Response('This version was made to fail.\\n', { status: 503 });`,
    `    }`,
    `    return worker.fetch(request, ...rest);`,
    `  },`,
    `};`,
    '',
  ].join('\n');
}
