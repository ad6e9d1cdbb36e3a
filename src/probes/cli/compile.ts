/** Compiles what a user of a system would write, with the installed TypeScript at its strictest. */
import { join } from 'node:path';
import ts from 'typescript';
import type { SystemId } from '../kit/kit.ts';

const ROOT = process.cwd();
const FOLDER = join(ROOT, 'src/probes/cli');

/** How a client is made in each system; `api` has the interface of the probes. */
const preludes: { [S in SystemId]?: string } = {
  lumenize: `
import { createRpcClient, type RpcTransport } from '../../systems/lumenize/rpc/client.ts';
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
  trpc: `
import { createTRPCClient, type TRPCLink } from '@trpc/client';
import { initTRPC } from '@trpc/server';
import type { ProbeMethods } from '../../../bench-workers/probes/methods.ts';
declare const methods: ProbeMethods;
const { procedure, router } = initTRPC.create();
const takes = <Input>() => (input: unknown): Input => input as Input;
const server = router({
  add: procedure.input(takes<[number, number]>()).query(({ input }) => methods.add(...input)),
  user: procedure.input(takes<[number]>()).query(({ input }) => methods.user(...input)),
  echo: procedure.input(takes<[unknown]>()).query(({ input }) => methods.echo(...input)),
  fail: procedure.input(takes<['type']>()).query(({ input }) => methods.fail(...input)),
  callBack: procedure
    .input(takes<[(value: number) => unknown, number]>())
    .query(({ input }) => methods.callBack(...input)),
});
declare const link: TRPCLink<typeof server>;
export const api = createTRPCClient<typeof server>({ links: [link] });
`,
  orpc: `
import { createORPCClient, isDefinedError, safe, type ClientLink } from '@orpc/client';
import { os, type, type RouterClient } from '@orpc/server';
import type { ProbeMethods } from '../../../bench-workers/probes/methods.ts';
declare const methods: ProbeMethods;
const server = {
  add: os.input(type<[number, number]>()).handler(({ input }) => methods.add(...input)),
  user: os.input(type<[number]>()).handler(({ input }) => methods.user(...input)),
  echo: os.input(type<[unknown]>()).handler(({ input }) => methods.echo(...input)),
  fail: os
    .errors({ QUOTA: { data: type<{ code: number }>() } })
    .input(type<['type']>())
    .handler(({ input }) => methods.fail(...input)),
  callBack: os
    .input(type<[(value: number) => unknown, number]>())
    .handler(({ input }) => methods.callBack(...input)),
};
declare const link: ClientLink<Record<never, never>>;
export const api: RouterClient<typeof server> = createORPCClient(link);
export { isDefinedError, safe };
`,
};

/** A call of a method as a user of a system writes it; the arguments are the code between its brackets. */
export function callIn(system: SystemId, method: string, args: string): string {
  if (system === 'trpc') return `api.${method}.query([${args}])`;
  return system === 'orpc' ? `api.${method}([${args}])` : `api.${method}(${args})`;
}

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
