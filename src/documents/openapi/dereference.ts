import type { SpecContext } from './context.js';
import type { Endpoint } from './endpoint.js';
import { mediaTypeOf } from './body-type.js';
import type { AnyRequestBody, Content, Responses, ResponseSpec } from './parts.js';
import { isReference, resolveComponent } from './references.js';

/** An endpoint whose body and responses are in full. */
export interface ResolvedEndpoint extends Omit<Endpoint, 'requestBody' | 'responses'> {
  requestBody?: AnyRequestBody;
  responses: Record<string, ResponseSpec>;
}

/** The endpoint with what its references lead to, for who needs to know more than the document has to say. */
export function dereference(endpoint: Endpoint, context: Pick<SpecContext, 'config'>): ResolvedEndpoint {
  const { requestBody: given, responses, ...rest } = endpoint;
  const body = isReference(given) ? resolveComponent(given, 'requestBodies', context) : given;
  return {
    ...rest,
    ...(body != null && { requestBody: withContent(body, context) }),
    responses: dereferenceResponses(responses, context),
  };
}

function dereferenceResponses(
  responses: Responses,
  context: Pick<SpecContext, 'config'>,
): Record<string, ResponseSpec> {
  const entries = Object.entries(responses).flatMap(([status, given]): [string, ResponseSpec][] => {
    const spec = isReference(given) ? resolveComponent(given, 'responses', context) : given;
    return spec == null ? [] : [[status, withContent(spec, context)]];
  });
  return Object.fromEntries(entries);
}

function withContent<T extends { readonly content?: Content }>(
  part: T,
  context: Pick<SpecContext, 'config'>,
): T {
  if (part.content === undefined) return part;
  const entries = Object.entries(part.content).flatMap(([name, entry]) => {
    const mediaType = mediaTypeOf(entry, context);
    return mediaType === undefined ? [] : [[name, mediaType] as const];
  });
  return { ...part, content: Object.fromEntries(entries) };
}
