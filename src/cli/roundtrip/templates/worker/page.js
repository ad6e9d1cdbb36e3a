// The page’s half. The example’s protocol is a list of an id and a value: put yours in its place.

/** The system and its arms: each names where the other half is, in a worker, a frame or a sandbox. */
export const system = {
  id: 'lists',
  label: 'Lists',
  versions: { lists: '1.0.0' },
  arms: [{ name: 'worker', label: 'to a worker', place: 'worker' }],
};

/** Opens a connection through a fresh worker, in which worker.js answers. */
export function open({ worker }) {
  const pending = new Map();
  let last = 0;
  worker.addEventListener('message', ({ data: [id, value] }) => {
    pending.get(id).resolve(value);
    pending.delete(id);
  });
  const call = (method, ...values) =>
    new Promise((resolve, reject) => {
      last += 1;
      pending.set(last, { resolve, reject });
      worker.postMessage([last, method, ...values]);
    });
  return {
    // What workloads call, in your library’s own idiom.
    operations: { echo: (value) => call('echo', value), answered: () => call('answered') },
    // The worker is ended by whoever made it.
    close() {
      for (const { reject } of pending.values()) reject(new Error('the connection is closed'));
    },
  };
}
