import * as Comlink from 'comlink';
import { functionsOf } from '../../places/probes/asked.ts';
import type { Amount } from '../../places/probes/flow.ts';
import {
  callsOf,
  type WindowMethods,
  windowMethods,
  type WindowProbed,
} from '../../places/windows/probed.ts';
import { calledEndpoint, callerEndpoint } from './window.ts';

export const probed: WindowProbed = {
  serve(host, asked, { allowedOrigins }) {
    const functions = functionsOf<WindowMethods>(asked, windowMethods);
    const api = {
      ...functions,
      cursor: () => Comlink.proxy(asked.cursor()),
      flow(amount: Amount) {
        const stream = asked.flow(amount);
        return Comlink.transfer(stream, [stream]);
      },
    };
    Comlink.expose(api, calledEndpoint(host), allowedOrigins);
  },
  open(end) {
    const remote = Comlink.wrap<WindowMethods>(callerEndpoint(end));
    return {
      call: callsOf(remote),
      pass: (report) => Comlink.proxy(report),
      handOver: (buffer) => remote.take(Comlink.transfer(buffer, [buffer])),
      letGo: (cursor) => (cursor as Comlink.Remote<object>)[Comlink.releaseProxy](),
      close: () => remote[Comlink.releaseProxy](),
    };
  },
};
