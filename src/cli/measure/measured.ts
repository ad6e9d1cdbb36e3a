import type { Environment, SessionRecord } from '../../core/record/index.ts';
import type { End, World } from '../../core/run/index.ts';
import type { BenchFailure } from '../../wire/bench-client/failure.ts';
import type { Compared } from './folders/comparison.ts';

/** A run that was taken. */
export interface Measured {
  record: SessionRecord;
  end: End<BenchFailure>;
  /** Of two folders: which, and what is known of them. */
  compared?: Compared;
}

/** The world of a run, whose other ends are started or reached, and what its record says of it. */
export interface RunWorld {
  world: World<BenchFailure>;
  environment: Environment;
  /** Time of a small operation, which sets how long a run until decided may take; that nearby unless given. */
  msPerOperation?: number;
}
