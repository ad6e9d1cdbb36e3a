import { describe, expect, it } from 'vitest';
import { consume } from './consume.ts';

describe('consume', () => {
  it('waits for each event to be dealt with before it asks for the next', async () => {
    const log: string[] = [];
    async function* events() {
      for (const event of [1, 2]) {
        log.push(`made ${event}`);
        yield event;
      }
      return 'end';
    }
    const end = await consume(events(), async (event) => {
      await Promise.resolve();
      log.push(`took ${event}`);
      return undefined;
    });
    expect(end).toBe('end');
    expect(log).toEqual(['made 1', 'took 1', 'made 2', 'took 2']);
  });

  it('ends the events with the end that dealing with one gives', async () => {
    let closed = false;
    async function* events() {
      try {
        yield 1;
        yield 2;
        return 'last';
      } finally {
        closed = true;
      }
    }
    const took: number[] = [];
    const end = await consume(events(), async (event) => {
      took.push(event);
      return 'decided';
    });
    expect({ end, closed, took }).toEqual({ end: 'decided', closed: true, took: [1] });
  });

  it('ends the events when dealing with one fails', async () => {
    let closed = false;
    async function* events() {
      try {
        yield 1;
        yield 2;
      } finally {
        closed = true;
      }
    }
    const failing = consume(events(), () => {
      throw new Error('cannot draw');
    });
    await expect(failing).rejects.toThrow('cannot draw');
    expect(closed).toBe(true);
  });
});
