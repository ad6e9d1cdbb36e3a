/** What a page shows of questions that were put to several ways of calling: their code, and their recorded answers. */
import { type WayId, wayIds } from '../places/objects/probe.ts';
import { type Speaker, speakers } from '../places/windows/channel.ts';
import { groups as allGroups } from '../probes/groups.ts';
import type { Place } from '../probes/question.ts';
import { type AskedId, readRecorded, RECORDED } from '../probes/recorded.ts';
import { betweenText, windowsText } from '../report/capabilities.ts';
import { openedIn, readCode, recordedText, showProbes } from './capabilities.ts';

interface Questions<Id extends AskedId> {
  place: Place;
  /** Address of the page that has them in full. */
  page: string;
  ids: readonly Id[];
  /** How readers meet each way. */
  described: Readonly<Record<Id, { name: string; does: string }>>;
  /** What was found, in a sentence. */
  finding: (of: number, ways: number, differ: number) => string;
}

/** What {@link askedOf} finds. */
export type AskedQuestions = ReturnType<typeof askedOf>;

/** @throws Error naming the question and the way that have no recorded answer */
export function askedOf<Id extends AskedId>(questions: Questions<Id>) {
  const recorded = readRecorded(readCode(RECORDED));
  const versions: Readonly<Record<string, Record<string, string>>> = recorded.versions;
  const { place } = questions;
  const shownOf = showProbes(place, questions.ids, recorded);
  const groups = allGroups[place].map((group) => ({
    ...{ id: group.id, label: group.label },
    ...shownOf(group),
  }));
  const ways = questions.ids.map((id) => ({
    ...{ id, ...questions.described[id] },
    whose: undefined,
    file: openedIn(place, id),
    packages: Object.entries(versions[id] ?? {}),
  }));
  const probes = groups.flatMap((group) => group.probes);
  const differ = probes.filter(({ cells }) => new Set(cells.map(({ result }) => result)).size > 1);
  return {
    page: questions.page,
    groups,
    ways,
    finding: questions.finding(probes.length, ways.length, differ.length),
    recorded: recordedText(recorded, ways),
  };
}

// What each way of calling from one object to another can do: the questions, their code, and their recorded answers.

/** How readers meet each way. */
const waysTold: Readonly<Record<WayId, { name: string; does: string }>> = {
  'workers-rpc': { name: 'Workers RPC', does: 'methods of the other object’s stub' },
  'fetch-json': { name: 'stub.fetch', does: 'a request for each call, with JSON both ways' },
  'raw-websocket': {
    name: 'WebSocket',
    does: 'one JSON message each way, written by hand, over a socket that may hibernate',
  },
  capnweb: { name: 'Cap’n Web', does: 'a session over a socket that stays in memory' },
  lumenize: {
    name: 'Lumenize’s protocol',
    does: 'this site’s implementation, over a socket that may hibernate',
  },
};

/** @throws Error naming the question and the way that have no recorded answer */
export const betweenCapabilities = () =>
  askedOf({
    place: 'objects',
    page: '/capabilities/between/',
    ids: wayIds,
    described: waysTold,
    finding: betweenText,
  });

// What each system can do between a page and its workers and frames: the questions, their code, and their recorded answers.

/** How readers meet each system. */
const speakersTold: Readonly<Record<Speaker, { name: string; does: string }>> = {
  'post-message': { name: 'postMessage', does: 'messages with ids, written by hand' },
  comlink: { name: 'Comlink', does: 'a proxy of what the other side exposes' },
  kkrpc: { name: 'kkrpc', does: 'its adapters for a worker and a frame, with text as messages' },
  capnweb: { name: 'Cap’n Web', does: 'a session over a MessagePort' },
  birpc: { name: 'birpc', does: 'functions by name in both directions, over postMessage' },
};

/** @throws Error naming the question and the system that have no recorded answer */
export const windowCapabilities = () =>
  askedOf({
    place: 'windows',
    page: '/capabilities/windows/',
    ids: speakers,
    described: speakersTold,
    finding: windowsText,
  });
