/** The switches over a study's answers: which operations, distances and clients there are. */
import type { StudyOutline } from '../harness/plan/index.ts';
import type { Answer } from './answer.ts';
import { clientName, distanceName, operationOf } from './names.ts';

interface Choice {
  value: string;
  label: string;
}

/** One switch: what it chooses, and its choices, the first of which is on. */
export interface Switch {
  id: 'operation' | 'distance' | 'client';
  label: string;
  choices: Choice[];
}

/** The switches in the order in which the answers name their choices. */
export function switchesOf(
  study: Pick<StudyOutline, 'workloads' | 'free'>,
  answers: readonly Answer[],
): Switch[] {
  const choices = (of: (answer: Answer) => Choice): Choice[] => [
    ...new Map(answers.map((answer) => [of(answer).value, of(answer)])).values(),
  ];
  return [
    {
      id: 'operation',
      label: 'Operation',
      choices: choices(({ workload }) => ({
        value: workload,
        label: operationOf(study, workload),
      })),
    },
    {
      id: 'distance',
      label: 'Distance',
      choices: choices(({ roundTripMs }) => ({
        value: String(roundTripMs),
        label: capital(distanceName({ roundTripMs })),
      })),
    },
    {
      id: 'client',
      label: 'From',
      choices: choices(({ client }) => ({
        value: client,
        label: capital(clientName(client).replace(/^an? /, '')),
      })),
    },
  ];
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
