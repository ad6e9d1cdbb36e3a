/** TypeScript: what the compiler knows of a remote interface, and whether it is right. */
import { join } from 'node:path';
import ts from 'typescript';
import { type BenchKit, connected, type ProbeApi, type Run, type Questions } from './client-kit.ts';
import type { Code } from './client-kit.ts';
import { describe, endingOf, fail, pass } from './outcome.ts';

type Types = NonNullable<Code['types']>;

/** The code before that of every system. */
const PREFACE = `
import type { ServiceMethods } from '../../../wire/service/service.ts';
declare const methods: ServiceMethods;
`;

/** Every source file that was parsed, so that the libraries' types are read once. */
const parsed = new Map<string, ts.SourceFile | undefined>();
let last: ts.Program | undefined;

/** The code of the error that a module is missing. */
const NO_MODULE = 2307;

/** The first error of code that uses `api`; undefined if it compiles. @throws Error if it imports what is not there */
function complaint(
  { system, code: { types } }: BenchKit,
  code: (types: Types) => string,
): string | undefined {
  if (types === undefined) {
    const expected = 'code.types in its questions.ts, or typescript under skipped there';
    throw new Error(`got no types to compile, expected ${expected}`);
  }
  const name = join(process.cwd(), 'src/libraries/systems', system, 'snippet.ts');
  const text = `${PREFACE}${types.prelude}${code(types)}\n`;
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
  last = ts.createProgram({ rootNames: [name], options, host, oldProgram: last });
  const source = last.getSourceFile(name);
  const [first] = last.getSemanticDiagnostics(source);
  const message = first && ts.flattenDiagnosticMessageText(first.messageText, ' ').slice(0, 160);
  if (first?.code === NO_MODULE) throw new Error(`${system}: ${message}`);
  return message;
}

/** Passes if the compiler accepts the code. */
const accepted =
  (code: (types: Types) => string): Run =>
  (kit) => {
    const found = complaint(kit, code);
    return Promise.resolve(found === undefined ? pass('it compiles') : fail(found));
  };

/** Passes where the compiler accepts what works, and refuses what does not. */
const agrees = (code: (types: Types) => string, call: (api: ProbeApi) => unknown): Run =>
  connected(async ({ api }, kit) => {
    const first = complaint(kit, code);
    const ending = await endingOf(() => call(api));
    const works = ending.state === 'resolved' && ending.value !== undefined;
    const compiler =
      first === undefined ? 'the compiler accepts it' : `the compiler says: ${first}`;
    const text = `${compiler}; ${describe(ending)}`;
    return works === (first === undefined) ? pass(text) : fail(text);
  });

export const typescript: Questions = {
  'typescript-promise': accepted(
    ({ call }) => `${call('add', '1, 2')}.then((sum: number) => sum);`,
  ),
  'typescript-chain': agrees(
    ({ call }) => `export const city: string = await ${call('user', '1')}.address.city;`,
    (api) => api.user(1).address.city,
  ),
  'typescript-callback': agrees(
    ({ call }) =>
      `export const answer: unknown = await ${call('callBack', '(value) => value * 2, 4')};`,
    (api) => api.callBack((value) => value * 2, 4),
  ),
  'typescript-unsendable': agrees(
    ({ call }) => `await ${call('echo', 'new Map([[1, 2]])')};`,
    async (api) => {
      const copy: unknown = await api.echo(new Map([[1, 2]]));
      return copy instanceof Map ? copy : undefined;
    },
  ),
  'typescript-errors': accepted(({ call, declaredError }) => {
    const use = 'console.log(error.data.code);';
    return declaredError ?? `try { await ${call('fail', "'type'")}; } catch (error) { ${use} }`;
  }),
  'typescript-inferred': accepted(({ inferred }) => inferred),
};
