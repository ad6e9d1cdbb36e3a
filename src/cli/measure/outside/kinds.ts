/** The kinds of contestant from outside, and how one is read that a page calls: the page’s half and the worker’s. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { outsideOutlines } from '../../../harness/plan/index.ts';
import { studyArmOf } from '../../../places/processes/names.ts';
import type { WindowTarget } from '../../../places/windows/connect.ts';
import type { Kind } from '../../../places/contestant.ts';
import type { PeerOperations } from '../../../places/peers/operations.ts';
import type { AnyStudy } from '../../../studies/any-study.ts';
import { arms as pageArms } from '../../../studies/page-to-worker/study.ts';
import { bundle, CLIENTS, MODULES } from './contestant.ts';
import { digestOf, folderOf, loadSystem, readAll, systemSchema, wrongSystem } from './folder.ts';
import { UsageError } from '../../shared/args.ts';

const PAGES = ['page.ts', 'page.js', 'page.mjs'];
const WORKERS = ['worker.ts', 'worker.js', 'worker.mjs'];

const places = ['worker', 'frame', 'sandbox'] as const satisfies readonly Kind[];
const windowsSchema = systemSchema({ place: z.enum(places) }, 8);

/** A contestant, read. */
export interface OutsideWindows {
  folder: string;
  system: z.infer<typeof windowsSchema>;
  /** Paths of its halves, each bundled with all that it imports. */
  halves: { page: string; worker: string };
  digest: string;
}

/**
 * Reads all folders that `--system` names for a study of a page.
 *
 * @throws UsageError or Error naming the value got and what was expected, and where two have one id
 */
export function readWindows(given: readonly string[], root: string): Promise<OutsideWindows[]> {
  return readAll(given, async (each) => {
    const { folder, file } = await folderOf(each, each, root, PAGES);
    const other = WORKERS.find((name) => existsSync(join(folder, name)));
    if (other === undefined) {
      throw wrongSystem(each, `${file} alone`, `a ${WORKERS.join(' or ')} beside it`);
    }
    const digest = await digestOf(folder);
    const page = await bundle(folder, file);
    const worker = await bundle(folder, other);
    if (!worker.exports.includes('serve')) {
      const got = worker.exports.join(', ') || 'nothing';
      throw new Error(`${join(folder, other)}: got exports of ${got}, expected the function serve`);
    }
    // What it does with a window it does in a page alone.
    const system = await loadSystem(page.node, join(folder, file), windowsSchema, ['open']);
    return { folder, system, digest, halves: { page: page.browser, worker: worker.browser } };
  });
}

/** By which the scripts that are made with it know a contestant: two revisions of one have one id. */
export const keyOf = ({ halves }: OutsideWindows): string => halves.page;

/**
 * A study of a page whose every arm a page of this machine opens that is told how, with contestants as
 * further subjects. Between workers it has none.
 */
export function throughPage(study: AnyStudy, contestants: readonly OutsideWindows[]): AnyStudy {
  const own = study.arms.flatMap((arm) => {
    const target = pageArms.find(({ id }) => id === arm.id)?.target;
    return target?.kind === undefined ? [] : [{ ...arm, target }];
  });
  const outside = contestants.flatMap((contestant) =>
    outsideOutlines(contestant.system).map((outline, at) => {
      const { place, validation, cannot } = contestant.system.arms[
        at
      ] as (typeof contestant.system.arms)[0];
      const target = { system: keyOf(contestant), kind: place, throughPort: false };
      return {
        ...outline,
        ...(validation && { conditions: { validation } }),
        ...(cannot && { cannot }),
        target: target satisfies WindowTarget,
      };
    }),
  );
  const arms = [...own, ...outside].map((arm) => studyArmOf<typeof arm, PeerOperations>(arm));
  const subjects = [...outside.map(({ id }) => id), ...study.subjects];
  return { ...study, arms, subjects } as unknown as AnyStudy;
}

// The kinds of contestant that a folder may hold, by the module that makes it one.

/** Folder that `init` writes to, and that commands look for. */
export const FOLDER = 'bench';

/** First what most bring. */
export const CONTESTANTS = [
  {
    kind: 'object',
    study: 'lumenize-vs-capnweb',
    modules: CLIENTS,
    what: 'a Durable Object, over WebSockets',
  },
  {
    kind: 'process',
    study: 'kkrpc-transports',
    modules: MODULES,
    what: 'a process, over its standard streams',
  },
  {
    kind: 'worker',
    study: 'page-to-worker',
    modules: PAGES,
    what: 'a worker or a frame of a page, in Chromium',
  },
] as const;

/** @throws UsageError naming the folder, where it holds no contestant */
export function kindOf(folder: string): (typeof CONTESTANTS)[number] {
  const kind = CONTESTANTS.find(({ modules }) =>
    modules.some((file) => existsSync(join(folder, file))),
  );
  if (kind !== undefined) return kind;
  const files = CONTESTANTS.flatMap(({ modules: [file = ''] }) => file);
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(files);
  throw new UsageError(
    `folder: got ${folder}, expected one with a ${list}: npx roundtrip-bench init writes them`,
  );
}
