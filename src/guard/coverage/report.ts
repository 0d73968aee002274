import {
  MEASURES,
  type CoverageKind,
  type CoveragePoint,
  type CoverageReport,
  type CoverageTotal,
} from './types.js';

/** A point by everything that it is told by. */
export function keyOf({ kind, of, what, at }: Omit<CoveragePoint, 'count'>): string {
  return [kind, of, what, at].join('\n');
}

/** A report on points; of two that are the same, one with the sum. */
export function reportOf(
  head: Pick<CoverageReport, 'title' | 'version' | 'exchanges'>,
  given: readonly CoveragePoint[],
): CoverageReport {
  const points = new Map<string, CoveragePoint>();
  for (const point of given) {
    const key = keyOf(point);
    const known = points.get(key);
    points.set(key, known === undefined ? point : { ...known, count: known.count + point.count });
  }
  const all = [...points.values()];
  const totals = Object.entries(MEASURES).map(([name, kind]) => [name, totalOf(all, kind)]);
  return {
    format: 'dtospec-coverage/1',
    ...head,
    ...(Object.fromEntries(totals) as Record<keyof typeof MEASURES, CoverageTotal>),
    points: all,
  };
}

function totalOf(points: readonly CoveragePoint[], kind: CoverageKind): CoverageTotal {
  const counted = points.filter((point) => point.kind === kind);
  return totalFor(counted);
}

/** How many of these points were exercised. */
export function totalFor(points: readonly CoveragePoint[]): CoverageTotal {
  const covered = points.filter(({ count }) => count > 0).length;
  const total = points.length;
  // Rounded down: only all are 100.
  return { covered, total, percent: total === 0 ? 100 : Math.floor((covered / total) * 10_000) / 100 };
}
