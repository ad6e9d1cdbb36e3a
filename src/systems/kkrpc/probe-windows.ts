import { RPCChannel } from 'kkrpc/browser';
import { functionsOf } from '../../places/probes/asked.ts';
import {
  callsOf,
  type WindowMethods,
  windowMethods,
  type WindowProbed,
} from '../../places/windows/probed.ts';
import { calledIo, callerIo } from './window.ts';

export const probed: WindowProbed = {
  serve(host, asked) {
    const expose = functionsOf<Record<keyof WindowMethods, unknown>>(asked, windowMethods);
    new RPCChannel(calledIo(host), { expose });
  },
  open(end) {
    const io = callerIo(end);
    const remote = new RPCChannel<object, WindowMethods>(io).getAPI();
    return { call: callsOf(remote), close: () => io.destroy() };
  },
  skipped: [
    {
      probes: ['windows-release', 'windows-abandoned'],
      why: 'An object arrives as a copy, so that the other end keeps nothing.',
    },
  ],
};
