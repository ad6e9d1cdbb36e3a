/** Exceptions of Workers from outside, as workerd tells them. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { startBench } from './bench.ts';
import { scratchFolder, writeFiles } from './testing/scratch.ts';

const WORKER = `import { DurableObject } from 'cloudflare:workers';
export class Counter extends DurableObject {
  throws() { throw new TypeError('thrown in an object'); }
  async rejects() { throw new RangeError('rejected\\nin two lines'); }
}
const of = {
  object: (env) => env.COUNTER.getByName('a').throws(),
  rejection: (env) => env.COUNTER.getByName('a').rejects(),
  text() { throw 'a text'; },
  alone() { Promise.reject(new Error('left alone')); return new Response('well'); },
};
export default { fetch: (request, env) => of[new URL(request.url).pathname.slice(1)](env) };
`;

it('are told once each, with the folder of their Worker, and none of the bench itself', async () => {
  const folder = scratchFolder();
  writeFiles(folder, { 'worker.js': WORKER });
  const bindings = [{ name: 'COUNTER', class_name: 'Counter' }];
  const config = {
    main: 'worker.js',
    compatibility_date: '2026-11-17',
    compatibility_flags: [],
    vars: {},
    durable_objects: { bindings },
    migrations: [],
  };
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const extraWorkers = [{ id: 'outside-own', folder, config }];
  const bench = await startBench({ root: process.cwd(), port: 0, extraWorkers });
  onTestFinished(async () => {
    write.mockRestore();
    await bench.stop();
  });
  const told = () => write.mock.calls.map(([text]) => String(text).trimEnd());
  const ask = (path: string) =>
    fetch(`${bench.extraOrigins.get('outside-own')}/${path}`).catch(() => undefined);
  for (const path of ['object', 'rejection', 'text', 'object', 'rejection', 'alone'])
    await ask(path);
  const its = `${folder}: its Worker threw: `;
  const expected = [
    `${its}TypeError: thrown in an object (in Counter.throws)`,
    `${its}RangeError: rejected (in Counter.rejects)`,
    'A Worker threw: a text',
    `${its}Error: left alone (in Object.alone)`,
  ];
  // The last one comes last, so that nothing is still to come.
  await eventually(() => expect(told()).toContain(expected.at(-1)));
  await fetch(`${bench.origin}/bench/none`);
  expect(told().toSorted()).toEqual(expected.toSorted());
});
