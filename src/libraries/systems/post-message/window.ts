/** Raw `postMessage` by hand: the baseline. */
import { openBaseline, serveBaseline } from '../../../wire/peers/baseline.ts';
import { pipeOf, type WindowSystem } from '../../../wire/windows/channel.ts';

export const open: WindowSystem['open'] = (end) => openBaseline(pipeOf(end));

export const serve: WindowSystem['serve'] = (host, service) => serveBaseline(pipeOf(host), service);
