import { misfits, named, type OptionChecks, POSITIVE } from '../../shared/checks.js';
import { isRecord, kindOf, show } from '../../shared/values.js';
import type { EndpointRate } from '../notifier/attempts/rate.js';
import type { Endpoint } from './endpoint.js';
import { invalidEndpoint } from './errors.js';

const CHECKS: OptionChecks<EndpointRate> = {
  perSecond: {
    what: 'a number above 0',
    holds: (value) => POSITIVE.holds(value) && Number.isFinite(value),
  },
  burst: named(
    { ...POSITIVE, holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1 },
    'a whole number from 1 up',
  ),
};

/** @throws InvalidMessageError for a rate that is no limit: its receiver would get more than it can take */
export function rateOf({ id, rate }: Endpoint): EndpointRate | undefined {
  if (rate === undefined) return undefined;
  const wrong = faultIn(rate);
  if (wrong === undefined) return rate;
  throw invalidEndpoint(id, `${wrong}. Write { perSecond: 5 }, or { perSecond: 5, burst: 10 }`);
}

function faultIn(rate: unknown): string | undefined {
  if (!isRecord(rate)) return `has rate that is ${kindOf(rate)}`;
  const unknown = Object.keys(rate).find((name) => !Object.hasOwn(CHECKS, name));
  if (unknown !== undefined) return `has rate.${unknown}, which has no effect`;
  if (rate.perSecond === undefined) return 'has rate without perSecond';
  const [misfit] = misfits(rate as unknown as EndpointRate, CHECKS);
  return misfit && `has rate.${misfit.name} that is ${show(misfit.value)}, not ${misfit.what}`;
}
