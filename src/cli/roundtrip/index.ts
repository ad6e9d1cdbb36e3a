#!/usr/bin/env node
/** `roundtrip-bench`, the command of the package. */

if (typeof AsyncDisposableStack === 'undefined') await import('./older-node.ts');
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
// An interval that a library left running would keep the command alive.
process.exit();
export {};
