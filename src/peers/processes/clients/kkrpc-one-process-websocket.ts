import { listen } from '../servers/kkrpc-websocket.ts';
import { ProcessService } from '../service.ts';
import { openAt } from './kkrpc-websocket.ts';
import type { OpenWithin } from './opened.ts';

/** Over a WebSocket whose server is in the same process, and has its turn when the client waits. */
export const open: OpenWithin = async (meter) => {
  const { url, close } = await listen(new ProcessService());
  const opened = await openAt(url, meter);
  return {
    ...opened,
    close() {
      opened.close();
      close();
    },
  };
};
