/** The messages of vscode-jsonrpc, which both ends name alike: one object of parameters each, as LSP has it. */
import { ProgressType, RequestType, RequestType0 } from 'vscode-jsonrpc/node';

export const requests = {
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

/** A call of the caller’s function: what the library has for news of a request that is under way. */
export const called = new ProgressType<number>();
