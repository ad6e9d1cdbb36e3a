import { describe, expect, it } from 'vitest';
import { recordedAnswers } from '../journal/build.ts';
import { allProbes } from './questions/groups.ts';
import { featureOf, features } from './features.ts';

const recorded = recordedAnswers();
const isAnswered = (id: string, arm: string) => featureOf(id, arm, recorded).answer;

describe('features', () => {
  it('ask questions that there are', () => {
    const known = allProbes.map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining(features.flatMap(({ questions }) => questions)));
  });

  it.each([
    // Seen to be wrong: greyed for lacking streams although measured streaming.
    ['streams', 'kkrpc/json', 'yes'],
    ['streams', 'capnweb/http-batch', 'not tested'],
    ['streams', 'capnweb/in-worker', 'not tested'],
    // By how the configuration is held, and not by the one that was asked.
    ['hibernation', 'raw-websocket/hibernating', 'yes'],
    ['hibernation', 'raw-websocket/in-memory', 'no'],
    ['hibernation', 'capnweb/in-worker', 'yes'],
    ['hibernation', 'fetch-json/http', 'yes'],
    ['hibernation', 'outside:lumenize-rpc/hibernating', 'yes'],
    ['functions', 'kkrpc/json', 'yes'],
    ['functions', 'capnweb/http-batch', 'no'],
    ['functions', 'orpc/hibernating', 'no'],
    ['types', 'trpc/in-memory', 'no'],
    ['types', 'trpc/superjson', 'yes'],
    // Without Map and Set, but with Date.
    ['types', 'capnweb/in-memory', 'no'],
    ['date', 'capnweb/in-memory', 'yes'],
    ['date', 'trpc/in-memory', 'no'],
    ['chains', 'capnweb/http-batch', 'yes'],
    // Never asked.
    ['reconnects', 'trpc/http-batch', 'not tested'],
    ['functions', 'comlink/worker', 'not tested'],
    ['deadlines', 'capnweb/worker', 'not tested'],
    ['typed', 'trpc/http-batch', 'yes'],
  ])('%s of %s: %s', (id, arm, answer) => {
    expect(isAnswered(id, arm)).toBe(answer);
  });

  it('name the features there are for one that is not', () => {
    expect(() => featureOf('speed', 'capnweb/in-memory', recorded)).toThrow(
      'feature: got "speed", expected one of functions, chains',
    );
  });
});
