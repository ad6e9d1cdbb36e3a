/** Why a call takes as long as it does: the network, the socket, and what the protocol adds. */
import { formatPercent } from '../figures/format.ts';
import type { CallParts } from '../figures/parts-of-a-call.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { headlineOf } from './answer.ts';
import type { ArmFinding, Finding } from './finding.ts';
import { armNames, capital, spokenWorkload } from './words.ts';

/** A study whose arms say how their sockets are accepted, with its baseline. */
type Of = Pick<StudyOutline, 'reference' | 'subjects' | 'margin' | 'workloads'> & {
  arms: ReadonlyArray<StudyOutline['arms'][number] & { accept?: string }>;
  baseline: string;
  timing?: string;
};

/** The bars of one workload, with a sentence that says what they show. */
export interface WhyParts {
  workload: string;
  title: string;
  rows: CallParts[];
  sentence: string;
}

/**
 * The parts of a call in the first workload that has them; undefined where the baseline, the
 * reference or the headline did not count, or what is timed holds no way to the bench and no socket.
 */
export function whyOf(study: Of, finding: Finding): WhyParts | undefined {
  if (study.timing !== undefined) return undefined;
  const headline = headlineOf(study, finding);
  for (const { id, arms } of finding.workloads) {
    const find = (arm: string | undefined) => arms.find((each) => each.arm === arm);
    const [baseline, reference, subject] = [study.baseline, study.reference, headline].map(find);
    if (baseline === undefined || reference === undefined || subject === undefined) continue;
    const names = armNames(study);
    const network = arms.find((each) => each.network !== undefined)?.network;
    const split = (arm: ArmFinding) => partsOf(arm.median, baselineOf(study, arm, arms), network);
    const rows = [baseline, subject, reference].map((arm): CallParts => {
      const { spoken, system } = names(arm.arm);
      return { label: capital(spoken), system, parts: split(arm) };
    });
    const what = spokenWorkload(study, id);
    return {
      workload: id,
      title: `Where the time of ${what.replace(/,$/, '')} goes`,
      rows,
      sentence: whySentence(names(subject.arm).spoken, split(subject)),
    };
  }
  return undefined;
}

/** The baseline with the same kind of socket, where the run had it. */
function baselineOf(study: Of, { arm }: ArmFinding, arms: readonly ArmFinding[]): ArmFinding {
  const find = (id: string) => study.arms.find((each) => each.id === id);
  const baseline = find(study.baseline);
  const alike = study.arms.find(
    ({ id, system, accept }) =>
      system === baseline?.system &&
      accept === find(arm)?.accept &&
      arms.some((each) => each.arm === id),
  );
  const id = alike?.id ?? study.baseline;
  return arms.find((each) => each.arm === id) as ArmFinding;
}

/** What is nested is never longer than what holds it: noise may say otherwise by a little. */
function partsOf(total: number, { median }: ArmFinding, network: number | undefined) {
  const baseline = Math.min(median, total);
  const way = network === undefined ? undefined : Math.min(network, baseline);
  return {
    ...(way !== undefined && { network: way }),
    socket: baseline - (way ?? 0),
    protocol: total - baseline,
  };
}

function whySentence(arm: string, parts: CallParts['parts']): string {
  const { network, socket = 0, protocol = 0 } = parts;
  const total = (network ?? 0) + socket + protocol;
  const share = (ms: number) => formatPercent(ms / total);
  const adds = protocol / total < 0.005 ? 'adds nothing that shows' : `adds ${share(protocol)}`;
  const [most, name] =
    network === undefined
      ? [socket, 'what a bare WebSocket takes']
      : [network, 'the way there and back'];
  return `${share(most)} of the time with ${arm} is ${name}; the protocol ${adds}.`;
}
