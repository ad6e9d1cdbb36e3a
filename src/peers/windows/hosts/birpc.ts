import { createBirpc } from 'birpc';
import { type Host, pipeFrom } from '../ends.ts';
import type { WindowMethods } from '../operations.ts';
import { functionsOf, type WindowService } from '../service.ts';

/** What the caller offers: a call brings the number of a function, because functions do not travel. */
export interface BirpcCaller {
  called(given: number, index: number): void;
}

export interface BirpcApi extends Omit<WindowMethods, 'callBack'> {
  callBack(count: number, given: number): number;
}

export function serve(host: Host, service: WindowService): void {
  const { post, listen } = pipeFrom(host);
  const api: BirpcApi = {
    ...functionsOf(service),
    callBack: (count, given) =>
      service.callBack(count, (index) => void caller.called.asEvent(given, index)),
  };
  const caller = createBirpc<BirpcCaller, BirpcApi>(api, {
    post: (data) => post(data),
    on: (take) => listen(take),
  });
}
