/** TypeScript: what the compiler knows of a remote interface, and whether it is right. */
import type { Connection, Kit, SystemId } from '../kit/kit.ts';
import { describe, endingOf, fail, notApplicable, pass } from '../kit/outcome.ts';
import type { ProbeGroup } from '../probe.ts';
import type { Outcome } from '../question.ts';
import { callIn, complaints } from './compile.ts';

const floor = {
  'fetch-json': notApplicable('Its calls are texts, which have no types.'),
  'raw-websocket': notApplicable('The raw WebSocket’s calls are texts, which have no types.'),
};

/** A server’s own code, and a client that knows of it by its type alone. */
const inferred: { [S in SystemId]?: string } = {
  lumenize: `class Server { half(value: number) { return value / 2; } }
    export const half: number = await createRpcClient<Server>({ transport }).half(4);`,
  capnweb: `import { RpcTarget } from 'capnweb';
    class Server extends RpcTarget { half(value: number) { return value / 2; } }
    export const half: number = await newWebSocketRpcSession<Server>('wss://example.org').half(4);`,
  kkrpc: `const server = { half: async (value: number) => value / 2 };
    export const half: number =
      await new RPCChannel<object, typeof server>(io).getAPI().half(4);`,
  trpc: `const own = router({ half: procedure.input(takes<number>()).query(({ input }) => input / 2) });
    export const half: number =
      await createTRPCClient<typeof own>({ links: [] }).half.query(4);`,
  orpc: `const own = { half: os.input(type<number>()).handler(({ input }) => input / 2) };
    const client: RouterClient<typeof own> = createORPCClient(link);
    export const half: number = await client.half(4);`,
};

/** Passes where the compiler refuses the code. */
async function refusedByCompiler(kit: Kit, code: string): Promise<Outcome> {
  const [first] = complaints(kit.system, code);
  return first === undefined ? fail('it compiles') : pass(first);
}

/** Passes where the compiler accepts what works, and refuses what does not. */
async function agrees(
  kit: Kit,
  code: string,
  call: (api: Connection['api']) => unknown,
): Promise<Outcome> {
  using connection = await kit.connect();
  const [first] = complaints(kit.system, code);
  const ending = await endingOf(() => call(connection.api));
  const works = ending.state === 'resolved' && ending.value !== undefined;
  const compiler = first === undefined ? 'the compiler accepts it' : `the compiler says: ${first}`;
  const text = `${compiler}; ${describe(ending)}`;
  return works === (first === undefined) ? pass(text) : fail(text);
}

export const typescript: ProbeGroup = {
  id: 'typescript',
  label: 'TypeScript',
  onlyCli: 'It compiles code with the installed TypeScript.',
  probes: [
    {
      id: 'typescript-method',
      question: 'Is a method that the interface lacks an error of the compiler?',
      passes: 'The compiler refuses a call of `noSuchMethod`.',
      run: (kit) => refusedByCompiler(kit, `await ${callIn(kit.system, 'noSuchMethod', '')};`),
      own: floor,
    },
    {
      id: 'typescript-argument',
      question: 'Is an argument of another type an error of the compiler?',
      passes: 'The compiler refuses a text where a number is declared.',
      run: (kit) => refusedByCompiler(kit, `await ${callIn(kit.system, 'add', "'1', 2")};`),
      own: floor,
    },
    {
      id: 'typescript-result',
      question: 'Does an awaited result have its declared type?',
      passes: 'The compiler refuses to treat an awaited number as a text.',
      run: (kit) =>
        refusedByCompiler(
          kit,
          `export const text: string = await ${callIn(kit.system, 'add', '1, 2')};`,
        ),
      own: floor,
    },
    {
      id: 'typescript-promise',
      question: 'Is a call typed as a promise where the interface is synchronous?',
      passes: 'The compiler accepts `then` on a call whose method returns a plain number.',
      async run(kit) {
        const [first] = complaints(
          kit.system,
          `${callIn(kit.system, 'add', '1, 2')}.then((sum: number) => sum);`,
        );
        return first === undefined ? pass('it compiles') : fail(first);
      },
      own: floor,
    },
    {
      id: 'typescript-chain',
      question: 'Does the type of a chain agree with what the chain does?',
      passes: 'The compiler accepts a chain that works, and refuses one that does not.',
      run: (kit) =>
        agrees(
          kit,
          `export const city: string = await ${callIn(kit.system, 'user', '1')}.address.city;`,
          (api) => api.user(1).address.city,
        ),
      own: floor,
    },
    {
      id: 'typescript-callback',
      question: 'Does the type of a function as an argument agree with what happens?',
      passes: 'The compiler accepts one where it works, and refuses it where it does not.',
      run: (kit) =>
        agrees(
          kit,
          `export const answer: unknown = await ${callIn(kit.system, 'callBack', '(value) => value * 2, 4')};`,
          (api) => api.callBack((value) => value * 2, 4),
        ),
      own: floor,
    },
    {
      id: 'typescript-unsendable',
      question: 'Does the type of an argument know what cannot travel?',
      passes: 'The compiler accepts a Map where it arrives, and refuses it where it does not.',
      run: (kit) =>
        agrees(kit, `await ${callIn(kit.system, 'echo', 'new Map([[1, 2]])')};`, async (api) => {
          const copy: unknown = await api.echo(new Map([[1, 2]]));
          return copy instanceof Map ? copy : undefined;
        }),
      own: floor,
    },
    {
      id: 'typescript-errors',
      question: 'Does the compiler know which errors a call may end with?',
      passes:
        'Of a call that failed, the compiler accepts a field that its errors are declared with.',
      async run(kit) {
        const call = callIn(kit.system, 'fail', "'type'");
        const [first] = complaints(
          kit.system,
          `try { await ${call}; } catch (error) { console.log(error.data.code); }`,
        );
        return first === undefined ? pass('it compiles') : fail(first);
      },
      own: {
        async orpc(kit) {
          const [first] = complaints(
            kit.system,
            `const { error } = await safe(api.fail(['type']));
            if (isDefinedError(error)) { const code: number = error.data.code; console.log(code); }`,
          );
          return first === undefined ? pass('it compiles') : fail(first);
        },
        ...floor,
      },
    },
    {
      id: 'typescript-inferred',
      question: 'Are the types of a client taken from the server’s code, with nothing generated?',
      passes:
        'The result of a method that is written once, at the server, has its type at the client.',
      async run(kit) {
        const [first] = complaints(kit.system, inferred[kit.system] ?? '');
        return first === undefined ? pass('it compiles') : fail(first);
      },
      own: floor,
    },
  ],
};
