// The client half. The example’s protocol is a pair of an id and a value, in JSON: put yours in its place.

/** The system and its arms: `accept` is how the server takes connections. */
export const system = {
  id: 'pairs',
  label: 'Pairs',
  versions: { pairs: '1.0.0' },
  arms: [
    {
      name: 'hibernating',
      label: 'hibernating',
      accept: 'hibernating',
      // A workload that your library cannot do stands here with the reason.
      cannot: {
        chain: 'It passes no objects, so no call can be made on a result.',
        'called-back': 'It passes no functions.',
        structured: 'It carries JSON only.',
      },
    },
  ],
};

/** Opens one connection to one fresh object. Every socket is made with WebSocketClass, which counts. */
export async function open({ origin, object, WebSocketClass }) {
  const socket = new WebSocketClass(`${origin.replace('http', 'ws')}/${object}`);
  const pending = new Map();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const [id, value] = JSON.parse(data);
    pending.get(id).resolve(value);
    pending.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('close', ({ code }) => {
      const error = new Error(`the socket closed with code ${code}`);
      reject(error);
      for (const call of pending.values()) call.reject(error);
    });
  });
  const call = (method, argument) =>
    new Promise((resolve, reject) => {
      last += 1;
      pending.set(last, { resolve, reject });
      socket.send(JSON.stringify([last, method, argument]));
    });
  return {
    // What workloads call, in your library’s own idiom. Each of them needs getValue, which checks the counter.
    operations: {
      increment: (amount) => call('increment', amount),
      getValue: () => call('getValue'),
      echo: (value) => call('echo', value),
      upload: (text) => call('upload', text),
      download: (length) => call('download', length),
    },
    close: () => socket.close(),
  };
}
