import type { Constructor } from '../../../shared/types.js';
import { isConstructor, isRecord } from '../../../shared/values.js';
import type { ResolvedConfig } from '../config/resolve-config.js';
import type { OperationContext } from '../context.js';
import type { Endpoint } from '../types/endpoint.js';
import type { ResponseHeaders, Responses, ResponseSpec } from '../types/parts.js';
import { headerSources, joinHeaders } from './response-headers.js';
import { isReference } from './references.js';

interface Source {
  readonly config: Pick<ResolvedConfig, 'declared'>;
}

type Declared = Pick<Endpoint, 'responses' | 'omitCommon'>;

/** Adds what the configuration documents for all operations. */
export function withCommon<E extends Declared>(
  endpoint: E,
  context: Pick<OperationContext, 'config' | 'place' | 'report'>,
): E {
  const { responses, responseHeaders } = context.config.declared;
  if (endpoint.omitCommon !== undefined) checkOmitted(endpoint, context);
  if ((responses ?? responseHeaders) === undefined) return endpoint;
  return withCommonHeaders(withCommonResponses(endpoint, context), context);
}

/** Adds the configuration's `responses` for statuses that an operation lacks. */
export function withCommonResponses<E extends Declared>(endpoint: E, context: Source): E {
  const { responses: common } = context.config.declared;
  if (!isRecord(common) || !isRecord(endpoint.responses)) return endpoint;
  const isOmitted = omittedBy(endpoint);
  const added = Object.entries(common).filter(([status]) => !isOmitted(status));
  return { ...endpoint, responses: { ...(Object.fromEntries(added) as Responses), ...endpoint.responses } };
}

/**
 * Adds the configuration's `responseHeaders` to each
 * response. A response's own header of a name is documented.
 */
export function withCommonHeaders<E extends Declared>(endpoint: E, context: Source): E {
  const { responseHeaders } = context.config.declared;
  if (responseHeaders === undefined || !isRecord(endpoint.responses)) return endpoint;
  const isOmitted = omittedBy(endpoint);
  const common = headerSources(responseHeaders).flatMap((source): ResponseHeaders[] => {
    if (isConstructor(source)) return isOmitted(source) ? [] : [source];
    return [Object.fromEntries(Object.entries(source).filter(([name]) => !isOmitted(name)))];
  });
  const entries = Object.entries(endpoint.responses).map(([status, spec]) => [
    status,
    isRecord(spec) && !isReference(spec)
      ? { ...spec, headers: joinHeaders(common, (spec as ResponseSpec).headers) }
      : spec,
  ]);
  return { ...endpoint, responses: Object.fromEntries(entries) as Responses };
}

/** Reports an entry of `omitCommon` that the configuration lacks. */
function checkOmitted(
  { omitCommon }: Declared,
  { config, place, report }: Source & Pick<OperationContext, 'place' | 'report'>,
): void {
  if (omitCommon === undefined || omitCommon === true) return;
  const { responses = {}, responseHeaders } = config.declared;
  const sources = headerSources(responseHeaders);
  const names = sources.flatMap((source) => (isConstructor(source) ? [] : Object.keys(source)));
  const known = new Set([...Object.keys(responses), ...names].map(keyOf));
  for (const left of omitCommon) {
    if (typeof left === 'function' ? sources.includes(left) : known.has(keyOf(left))) continue;
    report({
      code: 'invalid-field',
      place: `${place} omitCommon`,
      message: `omitCommon has ${typeof left === 'function' ? left.name : left}, which is neither in responses nor in responseHeaders of the configuration. A header of a class is left out with its class. Correct or remove it.`,
    });
  }
}

function omittedBy({ omitCommon = [] }: Declared): (omitted: string | Constructor) => boolean {
  if (omitCommon === true) return () => true;
  const omitted = new Set(omitCommon.map(keyOf));
  return (one) => omitted.has(keyOf(one));
}

function keyOf(response: number | string | Constructor): string | Constructor {
  return typeof response === 'function' ? response : String(response).toLowerCase();
}
