import type { Connect, Meter } from '../../harness/plan/index.ts';
import type { ProcessArm } from './arm.ts';
import { Apart } from './apart.ts';
import { Child } from './child.ts';
import { clientOf } from './client-of.ts';
import type { Opened } from './clients/opened.ts';
import type { ProcessOperations } from './operations.ts';

/**
 * Opens connections of an arm from this process: each starts a process of its own, and is there once
 * a first call has been answered.
 */
export function connect(arm: ProcessArm): Connect<ProcessOperations> {
  const { system, transport, server, within, module } = arm;
  const files = module === undefined ? `${system}-${transport}` : transport;
  return async ({ meter }) => {
    const client = await clientOf(files, module);
    let closed = false;
    const own: Meter = {
      count: (way, data) => meter.count(way, data),
      opened: (extensions) => meter.opened(extensions),
      lost: (how) => {
        if (!closed) meter.lost(how);
      },
    };
    const child = within ? undefined : new Child(server, files, own, module);
    const apart = new Apart(arm, client.open, own);
    let opened: Opened | undefined;
    const close = () => {
      closed = true;
      opened?.close();
      child?.close();
      apart.close();
    };
    try {
      opened = await (child === undefined ? client.open(own) : client.open(child, own, files));
      const answer = opened.operations.answered();
      await (child === undefined ? answer : child.before(answer));
    } catch (error) {
      close();
      throw error;
    }
    meter.opened();
    const { operations, aside } = opened;
    const { started, handshaken, memory } = apart;
    return {
      operations: { ...operations, started, handshaken, memory },
      ...(aside !== undefined && { aside }),
      close,
    };
  };
}
