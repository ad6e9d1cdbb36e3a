/** What is told of contestants from outside: what they were, and how the run can be repeated. */
import { isOutside } from '../harness/plan/index.ts';
import { type MeasuredRecord, type Outside, CONTROL } from '../harness/record/index.ts';

const servedBy: Readonly<Record<Outside['served'], string>> = {
  beside: 'served beside the others',
  bench: 'served by the bench itself',
  elsewhere: 'served by a deployment',
};

/** `Pairs: pairs 1.0.0; served beside the bench; SHA-256 of its files db8d…` */
export function outsideText({ label, versions, served, origin, digest, changed }: Outside): string {
  const libraries = Object.entries(versions).map((pair) => pair.join(' '));
  const parts = [
    libraries.length === 0 ? 'no versions told' : libraries.join(', '),
    whereText({ served, origin, digest }),
    ...(digest === undefined ? [] : [`SHA-256 of its files ${digest}`]),
    ...(changed ? ['its files changed while it was measured'] : []),
  ];
  return `${label}: ${parts.join('; ')}`;
}

function whereText({ served, origin, digest }: Pick<Outside, 'served' | 'origin' | 'digest'>) {
  if (digest === undefined) return `called by its address, ${origin}`;
  return origin === undefined ? servedBy[served] : `${servedBy[served]} at ${origin}`;
}

/** What of `--server` asks for an arm of a server that is called by its address. */
const askedBy: Readonly<Record<string, string>> = {
  redialled: 'redial=<bytes>',
  'one-connection': 'one-connection',
};

/** The command that takes a run of the same plan, with a place for each folder from outside. */
export function commandOf({ study, seed, plan, environment }: MeasuredRecord): string {
  const { setting, origin, network, userAgent, generator, outside = [] } = environment;
  const deployed = setting === 'deployed' || setting === 'preview';
  const length =
    plan.rule === 'until-decided'
      ? []
      : plan.rule === 'fixed'
        ? [`--rounds ${plan.rounds}`]
        : [`--time ${('budgetMs' in plan ? (plan.budgetMs ?? 0) : 0) / 1000}`];
  return [
    `npm run measure -- ${study}`,
    `--workloads ${plan.workloads.join(',')}`,
    `--arms ${plan.arms.filter((arm) => arm !== CONTROL).join(',')}`,
    ...length,
    `--seed ${seed}`,
    ...(setting === 'wrangler-dev' ? ['--setting wrangler-dev'] : []),
    ...(deployed ? [`--origin ${origin}`] : []),
    ...(network === undefined ? [] : [`--network ${network.roundTripMs}ms,${network.jitterMs}ms`]),
    ...(userAgent === undefined ? [] : ['--browser']),
    ...(generator === undefined
      ? []
      : [`--generator ${generator === 'grpc-go' ? 'go' : generator}`]),
    ...outside.map(({ id, origin: at = '', digest, arms }) =>
      digest === undefined
        ? `--server ${[`${id}=${at}`, ...arms.flatMap(({ name }) => askedBy[name] ?? [])].join(',')}`
        : `--system <folder of ${id}>${at === '' ? '' : `=${at}`}`,
    ),
  ].join(' ');
}

/** Why a run from here leaves arms out; undefined where it has all of them. */
export function notHere(arms: readonly string[], nameOf: (id: string) => string) {
  const missing = arms.filter(isOutside).map((id) => `“${nameOf(id)}”`);
  if (missing.length === 0) return undefined;
  const names = new Intl.ListFormat('en').format(missing);
  return `Not on this bench: ${names}, measured from a folder outside of this project.`;
}
