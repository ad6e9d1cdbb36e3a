#!/usr/bin/env node
/** `roundtrip-bench`, the command of the package. */

const { bun, deno, node } = process.versions;
if (bun ?? deno ?? parseInt(node, 10) < 20) {
  const got = bun ? `Bun ${bun}` : deno ? `Deno ${deno}` : `Node ${node}`;
  const how = bun ? ': bunx roundtrip-bench, without --bun' : '';
  console.error(`runtime: got ${got}, expected Node 20 or newer${how}`);
  process.exit(2);
}
if (typeof AsyncDisposableStack === 'undefined') await import('./older-node.ts');
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
// An interval that a library left running would keep the command alive.
process.exit();
export {};
