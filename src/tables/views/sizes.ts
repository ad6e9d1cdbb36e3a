/** View: data moved in a second against the size of a payload, as measured here. */
import { formatBytes, rateDecimals } from '../../figures/format.ts';
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
import { numeric, rangedCell, tableOf, type View } from '../view.ts';
import { measuredSource, missing, severalHeadings, type ViewPage } from './page.ts';
import { times } from './rates.ts';

const form = new RegExp(`^(${sizeWays.join('|')})-(${sizeKinds.join('|')})-(\\d+)$`);

/** From records with payloads of two sizes or more. */
export function sizesView(page: ViewPage): View {
  const { runs } = page;
  const headings = severalHeadings(runs);
  const points = runs.flatMap((run): SizePoint[] =>
    run.analysis.arms.flatMap(({ arm, workload, megabytesPerSecond }): SizePoint[] => {
      const [, way, kind, bytes] = form.exec(workload) ?? [];
      if (bytes === undefined || megabytesPerSecond === undefined || arm === TWIN) return [];
      const { label, system } = page.names(arm);
      const { value: perSecond, low, high } = times(megabytesPerSecond, 1);
      return [
        {
          ...{ way: way as SizeWay, kind: kind as SizeKind, bytes: Number(bytes) },
          ...{ label: [label, headings.get(run.id)].filter(Boolean).join(', '), system },
          ...{ perSecond, low, high },
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
    ...{ id: 'sizes', title: 'Data by the size of a payload', marks: ['derived'] },
    figure: (width) => sizes({ rows: points, width }),
    source: measuredSource(runs),
    table: tableOf(rows, {
      ...{ caption: 'Data moved in a second, by the size of a payload', marks: ['derived'] },
      note: 'Medians with their intervals. MB are a million bytes; what goes up and back counts both ways.',
      headingOf: ([first]) => `${first?.label}, ${first?.kind}`,
      columns: [
        { label: 'Size', cell: ([first]) => ({ text: formatBytes(first?.bytes ?? Number.NaN) }) },
        ...sizeWays.map((way) =>
          numeric<SizePoint[]>(`${capital(wayNames[way])} (MB/s)`, (members) => {
            const found = members.find((point) => point.way === way);
            if (found === undefined) return rangedCell(undefined, 0);
            return rangedCell({ ...found, value: found.perSecond }, rateDecimals(found.perSecond));
          }),
        ),
      ],
    }),
  };
}
