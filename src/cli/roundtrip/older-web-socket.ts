/** The WebSocket that Node 22 and newer have by themselves, from the same library. */
import { WebSocket } from 'undici';

Object.assign(globalThis, { WebSocket });
