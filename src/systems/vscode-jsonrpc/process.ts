/** vscode-jsonrpc over the pipes of a child process: one object of parameters a message, as LSP has it. */
import {
  createMessageConnection,
  ProgressType,
  RequestType,
  RequestType0,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { countCalls } from '../../places/peers/operations.ts';
import type { Transport } from '../../places/processes/service.ts';
import { meterStreams } from '../../places/processes/streams.ts';

const requests = {
  echo: new RequestType<{ value: unknown }, unknown, void>('echo'),
  addAll: new RequestType<{ pairs: ReadonlyArray<readonly [number, number]> }, number[], void>(
    'addAll',
  ),
  upload: new RequestType<{ data: string }, number, void>('upload'),
  downloadText: new RequestType<{ length: number }, string, void>('downloadText'),
  callBack: new RequestType<{ count: number; token: number }, number, void>('callBack'),
  answered: new RequestType0<number, void>('answered'),
  residentSet: new RequestType0<number, void>('residentSet'),
} as const;

/** A call of the caller’s function: the library’s means for news of a request that is under way. */
const callback = new ProgressType<number>();

const NO_BYTES = 'JSON-RPC carries no bytes';

const stdio: Transport = {
  open({ process: { stdin, stdout } }, meter) {
    meterStreams(stdout, stdin, meter);
    const connection = createMessageConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    // Left alone, it never settles what is pending when the other process is gone.
    connection.onClose(() => connection.dispose());
    connection.listen();
    let tokens = 0;

    // Of a connection that is closed, the library throws: each of these rejects.
    return Promise.resolve({
      operations: {
        async echo<Value>(value: Value) {
          return (await connection.sendRequest(requests.echo, { value })) as Value;
        },
        addAll: async (pairs) => connection.sendRequest(requests.addAll, { pairs }),
        async upload(data) {
          if (typeof data !== 'string') throw new TypeError(NO_BYTES);
          return connection.sendRequest(requests.upload, { data });
        },
        downloadText: async (length) => connection.sendRequest(requests.downloadText, { length }),
        downloadBytes: () => Promise.reject(new TypeError(NO_BYTES)),
        answered: async () => connection.sendRequest(requests.answered),
        residentSet: async () => connection.sendRequest(requests.residentSet),
        async calledBack(count) {
          const token = (tokens += 1);
          let listening: { dispose(): void } | undefined;
          try {
            return await countCalls(count, async (call) => {
              listening = connection.onProgress(callback, token, call);
              await connection.sendRequest(requests.callBack, { count, token });
            });
          } finally {
            listening?.dispose();
          }
        },
      },
      close: () => connection.dispose(),
    });
  },
  serve(service) {
    const connection = createMessageConnection(
      new StreamMessageReader(process.stdin),
      new StreamMessageWriter(process.stdout),
    );
    connection.onRequest(requests.echo, ({ value }) => service.echo(value));
    connection.onRequest(requests.addAll, ({ pairs }) => service.addAll(pairs));
    connection.onRequest(requests.upload, ({ data }) => service.upload(data));
    connection.onRequest(requests.downloadText, ({ length }) => service.downloadText(length));
    connection.onRequest(requests.callBack, ({ count, token }) =>
      service.callBack(count, (index) => void connection.sendProgress(callback, token, index)),
    );
    connection.onRequest(requests.answered, () => service.answered());
    connection.onRequest(requests.residentSet, () => service.residentSet());
    connection.listen();
  },
};

export const transports = { stdio };
