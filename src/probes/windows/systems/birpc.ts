import { createBirpc } from 'birpc';
import { pipeFrom, pipeTo } from '../../../places/windows/channel.ts';
import { type AskedMethods, functionsOf } from '../asked.ts';
import type { WindowSystem } from '../system.ts';

/** What the caller offers, because no function travels with a call. */
interface BirpcCaller {
  report(value: number): unknown;
}

export const birpc: WindowSystem = {
  serve(host, asked) {
    const { post, listen } = pipeFrom(host);
    const api: AskedMethods = {
      ...functionsOf(asked),
      callBack: (given = (value) => caller.report(value)) => asked.callBack(given),
    };
    const caller = createBirpc<BirpcCaller, AskedMethods>(api, {
      post: (data) => post(data),
      on: (take) => listen(take),
    });
  },
  open(end, { report, ...options }) {
    const { post, listen } = pipeTo(end);
    const rpc = createBirpc<AskedMethods>(
      { report },
      { ...options, post: (data) => post(data), on: (take) => listen(take) },
    );
    const methods = rpc as unknown as Record<string, (...args: unknown[]) => unknown>;
    return { call: (method, args) => methods[method]?.(...args), close: () => rpc.$close() };
  },
};
