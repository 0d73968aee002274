import path from 'node:path';
import { readdir, readFile, stat } from 'node:fs/promises';
import { ConfigError, isRecord, show } from 'dtospec/internal';
import {
  type CoverageReport,
  type CoverageKind,
  type CoverageMeasure,
  type CoveragePoint,
  type CoverageThresholds,
  type CoverageTotal,
  MEASURES,
} from './types.js';

export function keyOf({ kind, of, what, at }: Omit<CoveragePoint, 'count'>): string {
  return [kind, of, what, at].join('\n');
}

export function reportOf(
  head: Pick<CoverageReport, 'title' | 'version' | 'exchanges'>,
  counted: readonly CoveragePoint[],
): CoverageReport {
  const points = new Map<string, CoveragePoint>();
  for (const point of counted) {
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
  // Rounded down, so that only complete coverage is 100.
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

/**
 * Merges reports on one document and adds their counts.
 *
 * @throws ConfigError for documents with different titles, for an invalid report, and without reports
 */
export function mergeCoverage(reports: readonly CoverageReport[]): CoverageReport {
  for (const report of reports) requireReport(report, show(report));
  const [first, ...others] = reports;
  if (first === undefined) throw new ConfigError('mergeCoverage: there is no report. Give one or more.');
  const other = others.find(({ title }) => title !== first.title);
  if (other !== undefined)
    throw new ConfigError(
      `The reports are of two documents, ${show(first.title)} and ${show(other.title)}. Write those of each document into a folder of its own.`,
    );
  const { title } = first;
  const { version } = reports.at(-1) ?? first;
  const exchanges = reports.reduce((sum, report) => sum + report.exchanges, 0);
  return reportOf(
    { title, version, exchanges },
    reports.flatMap(({ points }) => points),
  );
}

/**
 * Reads and merges reports.
 *
 * @param places paths of files, or of folders with files that end in `.json`
 * @throws ConfigError for a file that cannot be read, and for an invalid report
 */
export async function readCoverage(places: readonly string[]): Promise<CoverageReport> {
  const files = await Promise.all(places.map(filesAt));
  const reports: CoverageReport[] = [];
  for (const file of files.flat()) {
    const report = parse(await reading(file, () => readFile(file, 'utf8')), file);
    requireReport(report, file);
    reports.push(report);
  }
  if (reports.length === 0)
    throw new ConfigError(
      `There is no report in ${places.join(', ')}. Tests write them with coverage.write(folder), of a SpecCoverage of dtospec-tools/testing.`,
    );
  return mergeCoverage(reports);
}

function filesAt(place: string): Promise<string[]> {
  return reading(place, async () => {
    if (!(await stat(place)).isDirectory()) return [place];
    const names = await readdir(place);
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => path.join(place, name));
  });
}

async function reading<T>(place: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code } = error as { code?: unknown };
    const reason =
      code === 'ENOENT'
        ? 'the file or folder does not exist. Tests write reports with coverage.write(folder), of a SpecCoverage of dtospec-tools/testing'
        : String(code ?? error);
    throw new ConfigError(`${place} could not be read: ${reason}.`, { cause: error });
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${file} is not JSON, so it is not a report of coverage.`, { cause: error });
  }
}

function requireReport(value: unknown, what: string): asserts value is CoverageReport {
  if (!isRecord(value) || value.format !== 'dtospec-coverage/1' || !Array.isArray(value.points))
    throw new ConfigError(
      `${what} is not a report of coverage in the format dtospec-coverage/1, which coverage.write(folder) writes.`,
    );
}
