import { ConfigError } from '../../shared/errors.js';
import { show } from '../../shared/values.js';
import { MEASURES, type CoverageMeasure, type CoverageReport, type CoverageThresholds } from './types.js';

/**
 * What of a report is below what is asked, a sentence for each; none where all is reached.
 *
 * @throws ConfigError for a measure that reports have not, and for what is no percentage
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
      : [`${name}: ${percent} % (${covered} of ${total}), at least ${least} % is asked.`];
  });
}
