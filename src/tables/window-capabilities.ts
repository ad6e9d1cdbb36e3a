/** What each system can do between a page and its workers and frames: the questions, their code, and their recorded answers. */
import { type Speaker, speakers } from '../peers/windows/channel.ts';
import { windowGroups } from '../probes/windows/groups.ts';
import { windowFileOf } from '../probes/windows/probe.ts';
import { windowsText } from '../report/capabilities.ts';
import { askedOf } from './asked.ts';

/** How readers meet each system. */
const described: Readonly<Record<Speaker, { name: string; does: string }>> = {
  'post-message': { name: 'postMessage', does: 'messages with ids, written by hand' },
  comlink: { name: 'Comlink', does: 'a proxy of what the other side exposes' },
  kkrpc: { name: 'kkrpc', does: 'its adapters for a worker and a frame, with text as messages' },
  capnweb: { name: 'Cap’n Web', does: 'a session over a MessagePort' },
  birpc: { name: 'birpc', does: 'functions by name in both directions, over postMessage' },
};

/** @throws Error naming the question and the system that have no recorded answer */
export const windowCapabilities = () =>
  askedOf({
    page: '/capabilities/windows/',
    ids: speakers,
    groups: windowGroups,
    fileOf: windowFileOf,
    described,
    openedIn: (id) => `src/probes/windows/systems/${id}.ts`,
    finding: windowsText,
  });
