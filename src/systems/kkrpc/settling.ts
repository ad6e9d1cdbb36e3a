import { OPEN } from './channel.ts';

/** What is needed of a socket: the types of browsers and of Workers differ in the rest. */
interface Socket {
  readonly readyState: number;
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void;
}

/**
 * Makes calls that are rejected when their socket closes, as are those made later: the library
 * leaves both pending for ever, and the contract of this bench asks for an end.
 */
export function settling(socket: Socket) {
  const rejections = new Set<(reason: Error) => void>();
  socket.addEventListener('close', ({ code }) => {
    for (const reject of rejections) reject(new Error(`the socket closed with code ${code}`));
    rejections.clear();
  });
  return <Result>(call: () => Result): Promise<Awaited<Result>> => {
    if (socket.readyState !== OPEN) {
      return Promise.reject(new Error('call: got a closed socket, expected an open one'));
    }
    return new Promise((resolve, reject) => {
      rejections.add(reject);
      Promise.resolve(call()).then(
        (result) => {
          rejections.delete(reject);
          resolve(result);
        },
        (reason: Error) => {
          rejections.delete(reject);
          reject(reason);
        },
      );
    });
  };
}
