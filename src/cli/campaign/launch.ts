/** The process of one launch. */
if (typeof AsyncDisposableStack === 'undefined') await import('../roundtrip/older-node.ts');
const { awaitLaunch } = await import('./take-launch.ts');
awaitLaunch();
export {};
