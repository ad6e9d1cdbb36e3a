/** Raw `postMessage` by hand: the baseline. */
import { openByHand, serveByHand } from '../../../wire/peers/by-hand.ts';
import { pipeOf, type WindowSystem } from '../../../wire/windows/channel.ts';

export const open: WindowSystem['open'] = (end) => openByHand(pipeOf(end));

export const serve: WindowSystem['serve'] = (host, service) => serveByHand(pipeOf(host), service);
