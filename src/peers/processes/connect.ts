import { pathToFileURL } from 'node:url';
import type { Connect, Meter } from '../../harness/plan/index.ts';
import type { PeerOperations } from '../operations.ts';
import type { ProcessArm } from './arms.ts';
import { Child } from './child.ts';
import type { Open, OpenWithin, Opened } from './clients/opened.ts';

/**
 * Opens connections of an arm from this process: each starts a process of its own, and is there once
 * a first call has been answered.
 */
export function connect({
  system,
  transport,
  server,
  within,
  module,
}: ProcessArm): Connect<PeerOperations> {
  const files = `${system}-${transport}`;
  const serving = module === undefined ? [files] : [transport, module];
  return async ({ meter }) => {
    const file = module === undefined ? `./clients/${files}.ts` : pathToFileURL(module).href;
    const client = (await import(file)) as { open: Open & OpenWithin };
    let closed = false;
    const own: Meter = {
      count: (way, data) => meter.count(way, data),
      opened: (extensions) => meter.opened(extensions),
      lost: (how) => {
        if (!closed) meter.lost(how);
      },
    };
    const child = within ? undefined : new Child(server, serving, own, transport === 'ipc');
    let opened: Opened | undefined;
    const close = () => {
      closed = true;
      opened?.close();
      child?.close();
    };
    try {
      opened = await (child === undefined ? client.open(own) : client.open(child, own, transport));
      const answer = opened.operations.answered();
      await (child === undefined ? answer : child.before(answer));
    } catch (error) {
      close();
      throw error;
    }
    meter.opened();
    return { operations: opened.operations, close };
  };
}
