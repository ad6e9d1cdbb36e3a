/** View: data moved in a second against the size of a payload, as measured here. */
import { formatBytes, formatNumber, rateDecimals } from '../../figures/format.ts';
import {
  sizeKinds,
  sizes,
  sizeWays,
  wayNames,
  type SizeKind,
  type SizePoint,
  type SizeWay,
} from '../../figures/sizes.ts';
import { TWIN } from '../../harness/record/index.ts';
import { capital } from '../../report/words.ts';
import { type Cell, numbers, underHeadings, type View } from '../view.ts';
import { measuredSource, missing, numberCell, runHeadings, type ViewPage } from './page.ts';
import { times } from './rates.ts';

const form = new RegExp(`^(${sizeWays.join('|')})-(${sizeKinds.join('|')})-(\\d+)$`);

/** From records with payloads of two sizes or more. */
export function sizesView(page: ViewPage): View {
  const { runs } = page;
  const headings = runs.length > 1 ? runHeadings(runs) : new Map<string, string>();
  const points = runs.flatMap((run): SizePoint[] =>
    run.analysis.arms.flatMap(({ arm, workload, megabytesPerSecond }): SizePoint[] => {
      const [, way, kind, bytes] = form.exec(workload) ?? [];
      if (bytes === undefined || megabytesPerSecond === undefined || arm === TWIN) return [];
      const { label, system } = page.names(arm);
      const { value: perSecond, ...ends } = times(megabytesPerSecond, 1);
      return [
        {
          ...{ way: way as SizeWay, kind: kind as SizeKind, bytes: Number(bytes) },
          ...{ label: [label, headings.get(run.id)].filter(Boolean).join(', '), system },
          ...{ perSecond, ...ends },
        },
      ];
    }),
  );
  if (new Set(points.map(({ bytes }) => bytes)).size < 2) {
    throw missing(
      page,
      'sizes',
      'workloads <up|down|echo>-<text|bytes>-<size> of two sizes or more',
    );
  }
  const rows = [
    ...Map.groupBy(points, (point) => [point.label, point.kind, point.bytes].join()).values(),
  ];
  return {
    id: 'sizes',
    title: 'Data by the size of a payload',
    figure: (width) => sizes({ rows: points, width }),
    marks: ['derived'],
    source: measuredSource(runs),
    table: {
      caption: 'Data moved in a second, by the size of a payload',
      marks: ['derived'],
      note: 'Medians with their intervals. MB are a million bytes; what goes up and back counts both ways.',
      columns: [
        { label: 'Size' },
        ...numbers(sizeWays.map((way) => `${capital(wayNames[way])} (MB/s)`)),
      ],
      groups: underHeadings(
        rows,
        ([first]) => `${first?.label}, ${first?.kind}`,
        (members): Cell[] => [
          { text: formatBytes(members[0]?.bytes ?? Number.NaN) },
          ...sizeWays.map((way) => amountCell(members.find((point) => point.way === way))),
        ],
      ),
    },
  };
}

function amountCell(point: SizePoint | undefined): Cell {
  if (point === undefined) return numberCell(undefined, 0);
  const { perSecond, low, high } = point;
  const decimals = rateDecimals(perSecond);
  return {
    ...numberCell(perSecond, decimals),
    ...(low !== undefined &&
      high !== undefined && {
        note: `${formatNumber(low, decimals)}–${formatNumber(high, decimals)}`,
      }),
  };
}
