/** Compiles what a user of a system would write, with the installed TypeScript at its strictest. */
import { join } from 'node:path';
import ts from 'typescript';
import type { SystemId } from '../kit/kit.ts';

const ROOT = process.cwd();
const FOLDER = join(ROOT, 'src/probes/cli');

/** How a client is made in each system; `api` has the interface of the probes. */
const preludes: { [S in SystemId]?: string } = {
  lumenize: `
import { createRpcClient, type RpcTransport } from '../../../bench-workers/systems/lumenize/rpc/client.ts';
import type { ProbeMethods } from '../../../bench-workers/probes/methods.ts';
declare const transport: RpcTransport;
export const api = createRpcClient<ProbeMethods>({ transport });
`,
  capnweb: `
import { newWebSocketRpcSession } from 'capnweb';
import type { ProbeMethods } from '../../../bench-workers/probes/methods.ts';
export const api = newWebSocketRpcSession<ProbeMethods>('wss://example.org');
`,
  kkrpc: `
import { RPCChannel, type IoInterface } from 'kkrpc/browser';
import type { ProbeMethods } from '../../../bench-workers/probes/methods.ts';
declare const io: IoInterface;
export const api = new RPCChannel<object, ProbeMethods>(io).getAPI();
`,
};

/** Every source file that was parsed, so that the libraries' types are read once. */
const parsed = new Map<string, ts.SourceFile | undefined>();
let last: ts.Program | undefined;

/** What the compiler says of a line of code that uses `api`; nothing where it compiles. */
export function complaints(system: SystemId, code: string): string[] {
  const name = join(FOLDER, `snippet-${system}.ts`);
  const text = `${preludes[system] ?? ''}${code}\n`;
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version) => {
    if (file === name) return ts.createSourceFile(file, text, version);
    if (!parsed.has(file)) parsed.set(file, read(file, version));
    return parsed.get(file);
  };
  const exists = host.fileExists.bind(host);
  host.fileExists = (file) => file === name || exists(file);
  last = ts.createProgram({
    rootNames: [name],
    options,
    host,
    ...(last === undefined ? {} : { oldProgram: last }),
  });
  const source = last.getSourceFile(name);
  return last
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 160));
}
