// A client of a caller: the questions and answers of the study call-delay over its socket, so that all its
// configurations send the same messages to and from the client.

class Stalled extends Error {
  name = 'Stalled';
}

export async function open({ origin, object, WebSocketClass }) {
  const socket = new WebSocketClass(`${origin.replace('http', 'ws')}/caller/${object}`);
  const pending = new Map();
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('close', ({ code }) => {
      const error = new Error(`the socket closed with code ${code}`);
      reject(error);
      for (const each of pending.values()) each.reject(error);
      pending.clear();
    });
  });
  const settle = (id, how, value) => {
    pending.get(id)?.[how](value);
    pending.delete(id);
  };
  socket.addEventListener('message', (event) => {
    const answer = JSON.parse(event.data);
    const { id } = answer;
    if ('begun' in answer) pending.get(id)?.begin?.();
    else if ('results' in answer) settle(id, 'resolve', answer.results);
    else if ('effects' in answer) settle(id, 'resolve', answer.effects);
    else if ('error' in answer) settle(id, 'reject', new Error(answer.error));
    else {
      const message = `${answer.returned} calls had returned when time was up`;
      settle(id, 'reject', new Stalled(message));
    }
  });
  const ask = (question, begin) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== socket.OPEN) {
        reject(new Error('batch: got a closed socket, expected an open one'));
        return;
      }
      const id = (last += 1);
      pending.set(id, { resolve, reject, begin });
      socket.send(JSON.stringify({ id, ...question }));
    });
  return {
    operations: {
      batch: (batch, begin) => ask({ batch }, begin),
      effects: () => ask({ effects: true }),
    },
    close: () => socket.close(),
  };
}
