/** Parts of Node 24 that are used here and that Node 20 or 22 lacks. Loaded before all else. */
import { setMaxListeners } from 'node:events';
import 'core-js/actual/async-disposable-stack/index.js';
import 'core-js/actual/disposable-stack/index.js';
import 'core-js/actual/iterator/index.js';
import 'core-js/actual/map/group-by.js';
import 'core-js/actual/object/group-by.js';
import 'core-js/actual/promise/with-resolvers.js';
import 'core-js/actual/set/index.js';
import 'core-js/actual/typed-array/from-base64.js';
import 'core-js/actual/typed-array/to-base64.js';

// It warns of more than ten on one signal, and a run has one for each connection.
setMaxListeners(0);
// Node 22 and newer have it by themselves, from the same library.
if (typeof WebSocket === 'undefined') {
  const { WebSocket } = await import('undici');
  Object.assign(globalThis, { WebSocket });
}
