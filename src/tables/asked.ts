/** What a page shows of questions that were put to several ways of calling: their code, and their recorded answers. */
import { type AskedId, readRecorded, RECORDED } from '../probes/recorded.ts';
import type { Probe } from '../probes/probe.ts';
import { readProbeCode, recordedText, showProbes } from './capabilities.ts';
import { readCode } from './code.ts';

/** Questions of one subject, all in one file. */
interface Group {
  id: string;
  label: string;
  probes: ReadonlyArray<
    Pick<Probe, 'id' | 'question' | 'passes'> & { documented?: { says: string; href: string } }
  >;
}

interface Questions<Id extends AskedId, Each extends Group> {
  /** Address of the page that has them in full. */
  page: string;
  ids: readonly Id[];
  groups: readonly Each[];
  fileOf: (group: Each) => string;
  /** How readers meet each way. */
  described: Readonly<Record<Id, { name: string; does: string }>>;
  /** Path of the file that opens a way. */
  openedIn: (id: Id) => string;
  /** What was found, in a sentence. */
  finding: (of: number, ways: number, differ: number) => string;
}

/** What {@link askedOf} finds. */
export type AskedQuestions = ReturnType<typeof askedOf>;

/** @throws Error naming the question and the way that have no recorded answer */
export function askedOf<Id extends AskedId, Each extends Group>(questions: Questions<Id, Each>) {
  const recorded = readRecorded(readCode(RECORDED));
  const versions: Readonly<Record<string, Record<string, string>>> = recorded.versions;
  const shownOf = showProbes(questions.ids, recorded);
  const groups = questions.groups.map((group) => {
    const file = questions.fileOf(group);
    const code = readProbeCode(file, readCode(file));
    return {
      ...{ id: group.id, label: group.label, file, shared: code.shared },
      probes: group.probes.map((probe) => ({
        ...shownOf(probe, code),
        documented: probe.documented,
      })),
    };
  });
  const ways = questions.ids.map((id) => ({
    ...{ id, ...questions.described[id] },
    whose: undefined,
    file: questions.openedIn(id),
    packages: Object.entries(versions[id] ?? {}),
  }));
  const probes = groups.flatMap((group) => group.probes);
  const differ = probes.filter(({ cells }) => new Set(cells.map(({ result }) => result)).size > 1);
  return {
    page: questions.page,
    groups,
    ways,
    finding: questions.finding(probes.length, ways.length, differ.length),
    recorded: recordedText(recorded, ways),
  };
}
