import type { Finding } from '../shared/diagnostics.js';
import type { Responses, ResponseSpec } from '../documents/openapi/types/endpoint.js';
import { isReference } from '../documents/openapi/create/references.js';
import { globalEnhancers, isA } from './enhancers.js';
import { KEYS, metadata, nestClass, type NestInside } from './nest.js';
import type { ResolvedRouteOptions } from './options.js';
import type { NestRoute } from './routes.js';
import { isPlain } from './types.js';

/** Wraps the JSON bodies of the successes of a route, as an interceptor of the application wraps what handlers return. */
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
  return contentType === undefined || [contentType].flat().every((one) => /json/i.test(one));
}

/** A platform sends a returned scalar as text, and an object around it as JSON. */
function isScalarText({ schema = {}, contentType }: ResponseSpec): boolean {
  return (
    isPlain(schema) &&
    ['string', 'number', 'boolean'].includes(String(schema.type)) &&
    (contentType === 'text/html' || contentType === 'text/plain')
  );
}

/** Reports the application's own interceptors that run around every handler and may wrap what it returns. */
export function reportInterceptors(inside: NestInside, report: (finding: Finding) => void): void {
  const serializer = nestClass('ClassSerializerInterceptor');
  const names = globalEnhancers('interceptor', inside)
    .filter((one) => !isA(one, serializer))
    .map(({ type }) => type?.name ?? 'an interceptor that a factory makes');
  if (names.length === 0) return;
  report({
    code: 'global-interceptor',
    message: `These interceptors run around every handler: ${names.join(', ')}. If one wraps responses, document its wrapper: nestDocs(app, { routes: { wrap: (type) => Envelope(type) } }). If none does, set routes.wrap to (type) => type.`,
    place: names[0] ?? '',
  });
}
