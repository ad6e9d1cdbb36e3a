/** Arms that tell what a run is at, so that a test can disturb it there, and arms that misbehave. */
import type { Api } from '../service/api.ts';
import type { Arm, Connection, Study } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';

/** Something that a connection is about to do. */
export interface Moment {
  /** Its arm, or `twin`. */
  arm: string;
  /** Which of the arm’s connections it is, from 0: the session, where one workload is run. */
  session: number;
  object: string;
  phase: 'connect' | 'warm-up' | 'turn' | 'check' | 'close';
  /** Operations of the phase before this one. */
  nth: number;
}

/**
 * Tells each moment before it happens. The operations are those of a workload that increments, and
 * whose check reads: other operations tell nothing.
 */
export function watched(study: Study<Api>, onMoment: (moment: Moment) => void): Study<Api> {
  return { ...study, arms: study.arms.map((arm) => watchedArm(arm, onMoment)) };
}

function watchedArm(arm: Arm<Api>, onMoment: (moment: Moment) => void): Arm<Api> {
  let loads = 0;
  return {
    ...arm,
    async load() {
      const connect = await arm.load();
      // The reference is loaded a second time, for the control.
      const id = loads === 0 ? arm.id : CONTROL;
      loads += 1;
      let sessions = 0;
      return async (channel) => {
        const moment = { arm: id, session: sessions, object: channel.id };
        sessions += 1;
        onMoment({ ...moment, phase: 'connect', nth: 0 });
        const connection = await connect(channel);
        return watchedConnection(connection, (phase, nth) => onMoment({ ...moment, phase, nth }));
      };
    },
  };
}

function watchedConnection(
  connection: Connection<Api>,
  tell: (phase: Moment['phase'], nth: number) => void,
): Connection<Api> {
  const { operations } = connection;
  let phase: Moment['phase'] = 'warm-up';
  let nth = 0;
  return {
    operations: {
      ...operations,
      increment(amount) {
        tell(phase, nth);
        nth += 1;
        return operations.increment(amount);
      },
      getValue() {
        tell('check', 0);
        return operations.getValue();
      },
    },
    // A run asks for bare round trips between warm-up and turns.
    async roundTrip() {
      [phase, nth] = ['turn', 0];
      await connection.roundTrip?.();
    },
    close() {
      tell('close', 0);
      connection.close();
    },
  };
}

/** An arm that asks again over a connection of its own when a call fails, and tells nobody. */
export function retrying(arm: Arm<Api>): Arm<Api> {
  return {
    ...arm,
    async load() {
      const connect = await arm.load();
      return async (channel) => {
        const connections = [await connect(channel)];
        const [first] = connections as [Connection<Api>];
        let closed = false;
        return {
          operations: {
            ...first.operations,
            increment: (amount) =>
              first.operations.increment(amount).catch(async () => {
                const again = await connect(channel);
                // Its owner heard of the end as well, and may have closed it meanwhile.
                if (closed) again.close();
                connections.push(again);
                return again.operations.increment(amount);
              }),
          },
          close() {
            closed = true;
            connections.forEach((connection) => connection.close());
          },
        };
      };
    },
  };
}
