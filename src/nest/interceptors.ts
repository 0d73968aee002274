import type { Finding } from '../shared/diagnostics.js';
import type { Constructor } from '../shared/types.js';
import type { Exposing } from '../documents/model/types.js';
import { type Enhancer, globalEnhancers, isA, enhancerName, ownEnhancers } from './enhancers.js';
import { KEYS, metadata, nestClass, type NestInside } from './nest-internals.js';
import type { Handler, NestRoute } from './routes.js';
import type { Responses, ResponseSpec } from '../documents/openapi/types/parts.js';
import { isReference } from '../documents/openapi/create/references.js';
import type { ResolvedRouteOptions } from './nest-options.js';
import { mayChangeResults } from './passing-interceptors.js';
import { isPlain } from './recorded-types.js';

export interface Serialization {
  /** True if class-transformer converts the result. Otherwise it is sent as `JSON.stringify` writes it. */
  readonly runs: boolean;
  readonly groups: readonly string[];
  readonly version: number | undefined;
  /** The class of `@SerializeOptions({ type })`, to which the result is converted first. */
  readonly type: Constructor | undefined;
  readonly exposure: Exposing | undefined;
}

interface SerializeOptions extends Exposing {
  readonly groups?: readonly string[];
  readonly version?: number;
  readonly type?: Constructor;
}

const EXPOSING = [
  'strategy',
  'excludeExtraneousValues',
  'excludePrefixes',
] as const satisfies (keyof Exposing)[];

export function createSerializationReader(inside: NestInside): (handler: Handler) => Serialization {
  const isSerializer = (enhancer: Enhancer): boolean =>
    isA(enhancer, nestClass('ClassSerializerInterceptor'));
  const everywhere = globalEnhancers('interceptor', inside).filter(isSerializer);
  return (handler) => {
    const running = [...everywhere, ...ownEnhancers('interceptor', handler).filter(isSerializer)];
    const defaults = running.map(
      ({ instance }: { instance: { defaultOptions?: object } | undefined }) => instance?.defaultOptions,
    );
    const own = metadata(KEYS.serialize, handler.callback) ?? metadata(KEYS.serialize, handler.controller);
    const options = Object.assign({}, ...defaults, own) as SerializeOptions;
    const exposing = EXPOSING.filter((key) => options[key] !== undefined);
    if (running.length === 0)
      return { runs: false, groups: [], version: undefined, type: undefined, exposure: undefined };
    return {
      runs: true,
      groups: options.groups ?? [],
      version: options.version,
      type: options.type,
      exposure:
        exposing.length === 0 ? undefined : Object.fromEntries(exposing.map((key) => [key, options[key]])),
    };
  };
}

export function wrapResponses(
  responses: Responses,
  route: NestRoute,
  wrap: ResolvedRouteOptions['wrap'],
): Responses {
  if (wrap === undefined || metadata(KEYS.render, route.handler.callback) !== undefined) return responses;
  const wrapped = (spec: ResponseSpec): ResponseSpec => {
    const { schema, contentType, ...rest } = spec;
    if (schema === undefined || !(isJson(contentType) || isScalarText(spec))) return spec;
    const type = wrap(schema, route);
    return type === schema
      ? spec
      : { ...rest, schema: type, ...(isJson(contentType) && contentType && { contentType }) };
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, spec]) => [
      status,
      spec === undefined || isReference(spec) || !status.startsWith('2') ? spec : wrapped(spec),
    ]),
  );
}

function isJson(contentType: ResponseSpec['contentType']): boolean {
  return contentType === undefined || [contentType].flat().every((type) => /json/i.test(type));
}

/**
 * Returns whether the platform sends the result as text: it does so for a scalar, but sends its wrapper
 * object as JSON.
 */
function isScalarText({ schema = {}, contentType }: ResponseSpec): boolean {
  if (contentType !== 'text/html' && contentType !== 'text/plain') return false;
  return isPlain(schema) && ['string', 'number', 'boolean'].includes(String(schema.type));
}

/** Returns the global interceptors that may change the results of every handler. */
export function changingInterceptors(inside: NestInside): readonly Enhancer[] {
  return globalEnhancers('interceptor', inside).filter(mayChangeResults);
}

const OF_FACTORY = 'an interceptor that a factory makes';

export function reportInterceptors(inside: NestInside, report: (finding: Finding) => void): void {
  const interceptors = changingInterceptors(inside);
  const names = [...new Set(interceptors.map((interceptor) => enhancerName(interceptor) ?? OF_FACTORY))];
  if (names.length === 0) return;
  report({
    code: 'global-interceptor',
    message: `These interceptors run around every handler: ${names.join(', ')}. If one wraps responses, document its wrapper: nestDocs(app, { routes: { wrap: (type) => Envelope(type) } }). If none does, set routes.wrap to (type) => type.`,
    place: names[0] ?? '',
  });
}

/** Reports the interceptors of a route and its controller that may change the result. */
export function reportOwnInterceptors(handler: Handler, report: (finding: Finding) => void): void {
  const interceptors = ownEnhancers('interceptor', handler).filter(mayChangeResults);
  for (const detail of new Set(interceptors.map((interceptor) => enhancerName(interceptor) ?? OF_FACTORY)))
    report({
      code: 'route-interceptor',
      message: `${detail} runs around this handler. If it reads the body, document the media type with @ApiConsumes, and files with @TypeOf(() => File). If it wraps responses, document its wrapper: nestDocs(app, { routes: { wrap: (type, { controller, methodName }) => … } }). If it wraps none, or the decorators of its handlers document what it returns, set routes.wrap to (type) => type.`,
      place: handler.place,
      detail,
    });
}
