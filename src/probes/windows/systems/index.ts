import type { Speaker } from '../../../places/windows/channel.ts';
import type { WindowSystem } from '../system.ts';
import { birpc } from './birpc.ts';
import { capnweb } from './capnweb.ts';
import { comlink } from './comlink.ts';
import { kkrpc } from './kkrpc.ts';
import { postMessage } from './post-message.ts';

export const windowSystems: Readonly<Record<Speaker, WindowSystem>> = {
  'post-message': postMessage,
  comlink,
  kkrpc,
  capnweb,
  birpc,
};
