/** What runs an end of a channel between processes. */
export const runtimes = ['node', 'bun', 'deno'] as const;
export type Runtime = (typeof runtimes)[number];

/** How readers meet each. */
export const runtimeNames: Readonly<Record<Runtime, string>> = {
  node: 'Node',
  bun: 'Bun',
  deno: 'Deno',
};
