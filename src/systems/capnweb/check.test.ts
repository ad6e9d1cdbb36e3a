/** What the check expects of a session, held against what the library makes of it in this process. */
import { RpcSession, RpcTarget, type RpcTransport } from 'capnweb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CostBudget } from '../../../bench-workers/guard/message.ts';
import { checkText } from '../../../bench-workers/guard/socket-guard.ts';
import { limits } from '../../../bench-workers/limits.ts';
import { CapnwebSession } from './check.ts';

/** Adds up what is spent. */
class Counted extends CostBudget {
  spent = 0;
  override spend(bytes: number): void {
    super.spend(bytes);
    this.spent += bytes;
  }
}

class Target extends RpcTarget {
  echo(value: unknown): unknown {
    return value;
  }
  ids(first: number): number[] {
    return Array.from({ length: 10 }, (_, at) => first + at);
  }
  getValue(): number {
    return 1;
  }
}

/** How often the library looks at a container in a session: it asks for the prototype of each. */
async function looksOf(messages: readonly string[]): Promise<number> {
  const left = [...messages];
  const transport: RpcTransport = {
    send: () => undefined,
    receive: () => Promise.resolve(left.shift() ?? new Promise<string>(() => undefined)),
  };
  const ask = Object.getPrototypeOf.bind(Object);
  let looks = 0;
  Object.getPrototypeOf = (value: unknown): unknown => {
    looks += 1;
    return ask(value);
  };
  try {
    new RpcSession(transport, new Target());
    // A session that has ended takes no more messages, so that only its silence says that it is over.
    for (let quiet = 0; quiet < 3;) {
      const before = looks + left.length;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = looks + left.length === before ? quiet + 1 : 0;
    }
  } finally {
    Object.getPrototypeOf = ask;
  }
  return looks;
}

const id = fc.integer({ min: 1, max: 12 });
const { expression } = fc.letrec<{ expression: unknown }>((tie) => {
  const items = fc.array(tie('expression'), { maxLength: 4 });
  return {
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom({}, 1, 'x'),
      fc.tuple(fc.constantFrom('pipeline', 'import'), id),
      items.map((each) => [each]),
      items.map((each) => ({ each: [each] })),
      fc
        .tuple(fc.constantFrom(['echo'], ['getValue']), items)
        .map(([path, args]) => ['pipeline', 0, path, args]),
      fc
        .tuple(id, fc.integer({ min: 1, max: 3 }))
        .map(([of, calls]) => [
          'remap',
          of,
          [],
          [['import', 0]],
          Array.from({ length: calls }, () => ['pipeline', -1, ['echo'], [['pipeline', 0]]]),
        ]),
    ),
  };
});
const message = fc.oneof(
  { weight: 4, arbitrary: expression.map((value) => ['push', value]) },
  { weight: 1, arbitrary: expression.map((value) => ['stream', value]) },
  { weight: 1, arbitrary: id.map((of) => ['push', [[['pipeline', of], ['pipeline', of], {}]]]) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('pull'), id) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('release'), id, fc.constantFrom(0, 1)) },
);

/** The same messages with references to what there is by then: another ends the session. */
function referring(messages: readonly unknown[]): string[] {
  let made = 0;
  const rewrite = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [kind, of, ...rest] = value as unknown[];
    if (!refers.has(kind) || typeof of !== 'number' || of === 0) {
      return (value as unknown[]).map((each) =>
        typeof each === 'object' && each !== null && 'each' in each
          ? { each: rewrite(each.each) }
          : rewrite(each),
      );
    }
    return [kind, made === 0 ? 0 : 1 + (of % made), ...rest];
  };
  return messages.map((each) => {
    const text = JSON.stringify(rewrite(each));
    if (/^\["(push|stream)"/.test(text)) made += 1;
    return text;
  });
}
const refers = new Set<unknown>(['pipeline', 'import', 'remap', 'pull', 'release']);

describe('a session of Cap’n Web', () => {
  it('costs at least what the library makes of it', async () => {
    const sessions = fc.array(message, { minLength: 4, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sessions, async (session) => {
        const messages = referring(session);
        const [costs, { check }] = [new Counted(), new CapnwebSession()];
        const allowed = messages.findIndex((each) => checkText(each, check, costs) !== undefined);
        const passed = messages.slice(0, allowed < 0 ? messages.length : allowed);
        // What was paid for one that was refused counts for nothing here.
        const written = passed.join('').length;
        // As much as is done within moments.
        fc.pre(costs.spent < 1_000_000);
        const looks = await looksOf(passed);
        expect(looks).toBeLessThan(8 * (written + costs.spent / limits.answer.valueBytes));
      }),
      { numRuns: 150 },
    );
  });

  it('is looked at without an error, whatever is sent', () => {
    const words = fc.constantFrom(
      'push',
      'pull',
      'release',
      'remap',
      'pipeline',
      'export',
      'error',
    );
    const json = fc.jsonValue({ maxDepth: 5 });
    const junk = fc.oneof(
      fc.string(),
      fc.json(),
      fc.tuple(words, json, json, json, json).map((each) => JSON.stringify(each)),
      fc.tuple(words, words, json, json).map(([kind, ...rest]) => JSON.stringify([kind, rest])),
    );
    fc.assert(
      fc.property(fc.array(junk, { maxLength: 10 }), (messages) => {
        const [costs, { check }] = [new CostBudget(), new CapnwebSession()];
        for (const each of messages) checkText(each, check, costs);
      }),
    );
  });

  it('keeps what is released by nought, and gives back what is released as often as it is held', () => {
    const text = 'x'.repeat(2_000_000);
    const session = (count: number) => {
      const [costs, { check }] = [new CostBudget(), new CapnwebSession()];
      const frames = Array.from({ length: 6 }, (_, at) => [
        JSON.stringify(['push', ['pipeline', 0, ['echo'], [text]]]),
        `["release",${at + 1},${count}]`,
      ]).flat();
      return frames.map((each) => checkText(each, check, costs)).find((each) => each !== undefined);
    };
    expect(session(1)).toBeUndefined();
    expect(session(0)?.reason).toContain('cost.held');
  });
});
