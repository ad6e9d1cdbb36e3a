/** Disposal: what a caller has to give back, and what the called side holds until it does. */
import { type BenchKit, connected, type Questions } from './client-kit.ts';
import { answerOf, describe, endingOf, fail, pass, until } from './outcome.ts';
import { expectFunctions } from './references.ts';

/** How many cursors the server was told to let go. */
async function releasedOf(kit: BenchKit, expected: number): Promise<number> {
  using observer = await kit.connect();
  await until(async () => (await observer.api.released()) >= expected);
  return await observer.api.released();
}

export const disposal: Questions = {
  async 'disposal-closes'(kit) {
    const connection = await kit.connect();
    await connection.api.add(1, 1);
    if (connection.end === undefined) connection[Symbol.dispose]();
    else connection.end();
    const [socket] = connection.log.sockets;
    const closed = await until(() => socket?.readyState === WebSocket.CLOSED);
    if (closed) return pass('the socket closes');
    if (connection.end === undefined) return fail('the socket stays open');
    connection[Symbol.dispose]();
    return fail('the socket stays open: it is one’s own');
  },
  async 'disposal-after-close'(kit) {
    const connection = await kit.connect();
    await connection.api.add(1, 1);
    connection[Symbol.dispose]();
    const ending = await endingOf(() => connection.api.add(1, 1));
    const { length } = connection.log.sockets;
    if (length > 1) return fail('it connects again');
    return ending.state === 'rejected' ? pass('rejected') : fail(describe(ending));
  },
  'disposal-nothing-held': connected(async (connection, kit) => {
    for (let each = 0; each < 20; each += 1) await answerOf(() => connection.api.cursor());
    const before = await connection.api.released();
    connection[Symbol.dispose]();
    const after = await releasedOf(kit, 20);
    const held = after - before;
    return held > 0
      ? fail(`it held ${held} objects until the connection ended`)
      : pass('no object is held that an end could release');
  }),
  'disposal-argument': connected(async (connection) => {
    const got: unknown[] = [];
    await expectFunctions(connection);
    await answerOf(() => connection.api.keepPlainly((payload) => got.push(payload)));
    const published = await endingOf(() => connection.api.publish('plain', 'later'));
    return (await until(() => got.length > 0)) ? pass('it is called') : fail(describe(published));
  }),
};
