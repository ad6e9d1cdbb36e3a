import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { called, requests } from '../vscode-jsonrpc.ts';
import { countCalls } from './count-calls.ts';
import { meterStreams } from './metered.ts';
import type { Open } from './opened.ts';

const NO_BYTES = 'JSON-RPC carries no bytes';

/** Over the pipes of a child process, as the library’s documentation has it. */
export const open: Open = (child, meter) => {
  const { stdin, stdout } = child.process;
  meterStreams(stdout, stdin, meter);
  const connection = createMessageConnection(
    new StreamMessageReader(stdout),
    new StreamMessageWriter(stdin),
  );
  // Left alone, it never settles what is pending when the other end is gone.
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
            listening = connection.onProgress(called, token, call);
            await connection.sendRequest(requests.callBack, { count, token });
          });
        } finally {
          listening?.dispose();
        }
      },
    },
    close: () => connection.dispose(),
  });
};
