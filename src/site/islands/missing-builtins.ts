/** Supplies what the oldest browsers lack. Loaded by `supplyMissing`, and part of /peer/peer.js. */
import 'core-js/modules/es.map.group-by.js';
import 'core-js/modules/es.object.group-by.js';
import 'core-js/modules/es.promise.with-resolvers.js';
import 'core-js/modules/es.symbol.async-dispose.js';
import 'core-js/modules/es.symbol.dispose.js';

// core-js has nothing of AbortSignal.
if (!Object.hasOwn(AbortSignal, 'any')) {
  const any = (signals: AbortSignal[]): AbortSignal => {
    const controller = new AbortController();
    for (const signal of signals) {
      const abort = () => controller.abort(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
    }
    return controller.signal;
  };
  Object.assign(AbortSignal, { any });
}
