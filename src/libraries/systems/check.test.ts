/** The checks of libraries against the table of attacks, and against anything. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orpc, violationIn } from '../../../bench-workers/testing/messages.ts';
import {
  checkOf,
  flat,
  line,
  PART,
  type Passing,
  passing,
  procedure,
  type Refused,
  refused,
  request,
  write,
} from '../testing/attacks.ts';

const rowsOf = <Row extends Passing | Refused>(table: Readonly<Record<string, readonly Row[]>>) =>
  Object.entries(table).flatMap(([arm, rows]) => rows.map((row) => ({ arm, row, what: row[0] })));

describe('the check', () => {
  it.each(rowsOf(passing))('of $arm lets $what through', ({ arm, row: [, ...frames] }) => {
    expect(violationIn(checkOf(arm), flat(frames))).toBeUndefined();
  });

  it.each(rowsOf(refused))('of $arm refuses $what', ({ arm, row: [, limit, ...frames] }) => {
    const reason = limit === '' ? '"unreadable"' : `"message.${limit}"`;
    expect(violationIn(checkOf(arm), flat(frames))).toContain(reason);
  });

  it.each<[arm: string, frames: string[], told: unknown[]]>([
    ['kkrpc/json', [request([1]).slice(0, 9), request([1]).slice(9)], [9, 0]],
    ['capnweb/in-memory', ['["pipe"]', write(1, PART)], [expect.any(Number)]],
  ])('of %s tells how many bytes its library holds', (arm, frames, told) => {
    const held: number[] = [];
    const check = checkOf(arm, (bytes) => held.push(bytes));
    for (const frame of frames) check(frame);
    expect(held).toEqual(told);
  });

  const fuzzed = [...Object.keys(refused), 'lumenize/hibernating', 'lumenize-rpc/hibernating'];
  it.each(fuzzed)('of %s throws nothing but refusals for any frame', (arm) => {
    const words = ['push', 'pull', 'release', 'stream', 'remap', 'pipeline', 'export', 'error'];
    const word = fc.constantFrom(...words, 'request', 'callback', '__proto__');
    const json = fc.jsonValue({ maxDepth: 5 });
    const input = fc.record({ json, meta: fc.oneof(json, fc.array(fc.array(json))) });
    const id = fc.constantFrom('x', 1);
    const message = fc.record({ id, method: word, type: word, args: json });
    // Values and steps of Lumenize.
    const type = fc.constantFrom('bigint', 'regexp', 'error', 'arraybuffer', 'get', 'apply');
    const step = fc.oneof(
      fc.constant(null),
      fc.record({ $ref: json }),
      fc.record({ type, $type: type, key: json, value: json, name: json, subtype: json }),
    );
    const chain = fc.oneof(json, fc.array(step)).map((operations) => {
      const nested = { __isNestedOperation: true, __operationChain: operations };
      const calls = [{ operations }, { operations: [{ type: 'apply', args: [nested] }] }];
      return { json: { batch: calls }, meta: { aliases: operations } };
    });
    const junk = fc.oneof(
      fc.string(),
      fc.json(),
      { arbitrary: chain, weight: 5 },
      input,
      fc.array(input),
      message.map(line),
      input.map((each) => orpc('echo', each)),
      input.map((each) => procedure('echo', each)),
      fc.record({ json: message, meta: json }).map(line),
      fc.tuple(word, json, json, json),
      fc.tuple(word, word, json, json, json).map(([kind, ...rest]) => [kind, rest]),
    );
    const frames = fc.array(junk, { maxLength: 5 });
    fc.assert(fc.property(frames, (sent) => void violationIn(checkOf(arm), sent)));
  });
});
