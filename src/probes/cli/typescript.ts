/** TypeScript: what the compiler knows of a remote interface, and whether it is right. */
import type { Connection, Kit } from '../kit/kit.ts';
import { describe, endingOf, fail, notApplicable, pass } from '../kit/outcome.ts';
import type { Outcome, ProbeGroup } from '../probe.ts';
import { complaints } from './compile.ts';

const floor = {
  'raw-websocket': notApplicable('The raw WebSocket’s calls are texts, which have no types.'),
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
      run: (kit) => refusedByCompiler(kit, 'await api.noSuchMethod();'),
      own: floor,
    },
    {
      id: 'typescript-argument',
      question: 'Is an argument of another type an error of the compiler?',
      passes: 'The compiler refuses a text where a number is declared.',
      run: (kit) => refusedByCompiler(kit, "await api.add('1', 2);"),
      own: floor,
    },
    {
      id: 'typescript-result',
      question: 'Does an awaited result have its declared type?',
      passes: 'The compiler refuses to treat an awaited number as a text.',
      run: (kit) => refusedByCompiler(kit, 'export const text: string = await api.add(1, 2);'),
      own: floor,
    },
    {
      id: 'typescript-promise',
      question: 'Is a call typed as a promise where the interface is synchronous?',
      passes: 'The compiler accepts `then` on a call whose method returns a plain number.',
      async run(kit) {
        const [first] = complaints(kit.system, 'api.add(1, 2).then((sum: number) => sum);');
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
          'export const city: string = await api.user(1).address.city;',
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
          'export const answer: unknown = await api.callBack((value) => value * 2, 4);',
          (api) => api.callBack((value) => value * 2, 4),
        ),
      own: floor,
    },
    {
      id: 'typescript-unsendable',
      question: 'Does the type of an argument know what cannot travel?',
      passes: 'The compiler accepts a Map where it arrives, and refuses it where it does not.',
      run: (kit) =>
        agrees(kit, 'await api.echo(new Map([[1, 2]]));', (api) => api.echo(new Map([[1, 2]]))),
      own: floor,
    },
  ],
};
