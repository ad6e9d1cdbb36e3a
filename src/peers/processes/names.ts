/** What runs an end of a channel between processes. */
export const runtimes = ['node', 'bun', 'deno'] as const;
export type Runtime = (typeof runtimes)[number];

/** How readers meet each. */
export const runtimeNames: Readonly<Record<Runtime, string>> = {
  node: 'Node',
  bun: 'Bun',
  deno: 'Deno',
};

/**
 * How messages of `process.send` are written between the ends of an arm; undefined where there is no
 * channel for them.
 *
 * @param files its system and transport
 */
export function messagesOf(files: string): 'json' | 'advanced' | undefined {
  if (files === 'node-ipc-ipc') return 'json';
  return files === 'node-ipc-ipc-advanced' ? 'advanced' : undefined;
}
