#!/usr/bin/env node
/** `roundtrip-bench`, the command of the package. */

if (!('withResolvers' in Promise)) {
  const older = new URL('./older-node.ts', import.meta.url).href;
  await import(older);
  // The processes that it starts are of the same Node.
  const { NODE_OPTIONS = '' } = process.env;
  process.env['NODE_OPTIONS'] = `${NODE_OPTIONS} --import=${older}`;
}

const { main } = await import('./main.ts');
await main(process.argv.slice(2));
