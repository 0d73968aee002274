import {
  type CoverageKind,
  type CoverageMeasure,
  type CoveragePoint,
  type CoverageReport,
  type CoverageThresholds,
  type CoverageTotal,
  MEASURES,
} from './types.js';
import { ConfigError } from '../../shared/errors.js';
import { show } from '../../shared/values.js';

export function keyOf({ kind, of, what, at }: Omit<CoveragePoint, 'count'>): string {
  return [kind, of, what, at].join('\n');
}

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

export function totalFor(points: readonly CoveragePoint[]): CoverageTotal {
  const covered = points.filter(({ count }) => count > 0).length;
  const total = points.length;
  // Rounded down: only all are 100.
  return { covered, total, percent: total === 0 ? 100 : Math.floor((covered / total) * 10_000) / 100 };
}

/**
 * Returns a message for each measure below its threshold.
 *
 * @throws ConfigError for an unknown measure, and for a number outside 0 to 100
 * @example
 * coverageShortfalls(coverage.report(), { operations: 100, statuses: 80 });
 */
export function coverageShortfalls(report: CoverageReport, thresholds: CoverageThresholds): string[] {
  return Object.entries(thresholds).flatMap(([name, least]) => {
    if (!Object.hasOwn(MEASURES, name))
      throw new ConfigError(
        `A threshold is for one of ${Object.keys(MEASURES).join(', ')}, not for ${show(name)}.`,
      );
    if (typeof least !== 'number' || !(least >= 0 && least <= 100))
      throw new ConfigError(
        `The threshold for ${name} is ${show(least)}. Give a number from 0 to 100, in percent.`,
      );
    const { covered, total, percent } = report[name as CoverageMeasure];
    return percent >= least
      ? []
      : [`${name}: ${percent} % (${covered} of ${total}), below the minimum of ${least} %.`];
  });
}
