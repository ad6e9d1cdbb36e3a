import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { ProcessService } from '../service.ts';
import { called, requests } from '../vscode-jsonrpc.ts';

export function serve(service: ProcessService): void {
  const connection = createMessageConnection(
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
  connection.onRequest(requests.echo, ({ value }) => service.echo(value));
  connection.onRequest(requests.addAll, ({ pairs }) => service.addAll(pairs));
  connection.onRequest(requests.upload, ({ data }) => service.upload(data));
  connection.onRequest(requests.downloadText, ({ length }) => service.downloadText(length));
  connection.onRequest(requests.callBack, ({ count, token }) =>
    service.callBack(count, (index) => void connection.sendProgress(called, token, index)),
  );
  connection.onRequest(requests.answered, () => service.answered());
  connection.onRequest(requests.residentSet, () => service.residentSet());
  connection.listen();
}
