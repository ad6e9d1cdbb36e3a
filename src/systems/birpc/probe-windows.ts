import { createBirpc } from 'birpc';
import { pipeFrom, pipeTo } from '../../places/windows/channel.ts';
import type { WindowKit } from '../../places/windows/probe.ts';
import {
  callsOf,
  type WindowMethods,
  windowMethods,
  type WindowProbed,
} from '../../places/windows/probed.ts';
import { functionsOf } from '../../places/probes/asked.ts';
import {
  answers,
  describe,
  endingOf,
  fail,
  messageOf,
  type Outcome,
  partly,
} from '../../places/probes/outcome.ts';

/** What the caller offers, because no function travels with a call. */
interface BirpcCaller {
  report(value: unknown): unknown;
}

const copied = 'An object arrives as a copy, so that the other end keeps nothing.';

export const probed: WindowProbed = {
  hasTimeout: true,
  serve(host, asked) {
    const { post, listen } = pipeFrom(host);
    const api: WindowMethods = {
      ...functionsOf<WindowMethods>(asked, windowMethods),
      flowTo: (amount, take = (piece) => caller.report(piece)) => asked.flowTo(amount, take),
      callBack: (report = (value) => caller.report(value), value) => asked.callBack(report, value),
    };
    const caller = createBirpc<BirpcCaller, WindowMethods>(api, {
      post: (data) => post(data),
      on: (take) => listen(take),
    });
  },
  open(end, { report, timeout }) {
    const { post, listen } = pipeTo(end);
    const rpc = createBirpc<WindowMethods>(
      { report },
      {
        ...(timeout !== undefined && { timeout }),
        post: (data) => post(data),
        on: (take) => listen(take),
      },
    );
    return { call: callsOf(rpc), close: () => rpc.$close() };
  },
  skipped: [
    { probes: ['windows-release', 'windows-abandoned'], why: copied },
    {
      probes: ['windows-stranger'],
      why: 'Whoever listens to the window decides whose messages to pass on.',
    },
  ],
  own: { 'windows-callback': callsOffered, 'windows-callback-answer': callsOffered },
};

/** No function travels with its calls; each side offers those that the other may call. */
async function callsOffered(kit: WindowKit): Promise<Outcome> {
  using connection = await kit.connect({ report: (value) => value * 2 });
  const { api } = connection;
  const passed = await endingOf(() => api.callBack((value) => value * 2, 4));
  if (passed.state !== 'rejected') return fail(describe(passed));
  const offered = await answers(() => api.callBack(undefined, 4), 8);
  const why = `as an argument: ${messageOf(passed.error)}`;
  return offered.result === 'pass'
    ? partly(`one that is offered from the start is called and answers 8; ${why}`)
    : fail(why);
}
