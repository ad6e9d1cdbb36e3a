/** The arm in which each system is probed; the hibernating one where there is one. */
export const probedArms: Readonly<Record<string, string>> = {
  lumenize: 'hibernating',
  capnweb: 'in-memory',
  kkrpc: 'in-memory',
  trpc: 'in-memory',
  orpc: 'hibernating',
  'fetch-json': 'http',
  'raw-websocket': 'hibernating',
};
