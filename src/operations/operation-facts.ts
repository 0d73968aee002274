import { OPEN } from '../../decorators/type-input.js';
import { handlerFactOf } from '../documents/model/facts/active-facts.js';
import type { NamedEndpoint } from '../documents/openapi/types/endpoint.js';
import type { Responses, ResponseSpec } from '../documents/openapi/types/parts.js';
import { isRecord } from '../shared/values.js';

/**
 * Adds what `dtospec extract` found about an operation to its documentation: the comment, and the type that
 * the handler returns if the schema of the one success is open. The type changes only the document: a
 * response without a class is sent as before.
 *
 * @param place method and path as the definition has them, such as `GET /cats/{id}`
 */
export function withOperationFacts(endpoint: NamedEndpoint, place: string): NamedEndpoint {
  const handlerFacts = handlerFactOf((facts) => facts.ofOperation(place));
  if (handlerFacts === undefined) return endpoint;
  const { description, deprecated, answer } = handlerFacts.handler;
  const texts = {
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
  const successes = Object.entries(endpoint.responses).filter(([status]) => status.startsWith('2'));
  const [[status, spec] = ['', undefined], ...others] = successes;
  const isOpen = others.length === 0 && isOpenResponse(spec);
  if (!isOpen || answer === undefined || !('schema' in answer)) return { ...texts, ...endpoint };
  const returned = answer.nullable === true ? { anyOf: [answer.schema, { type: 'null' }] } : answer.schema;
  const schema = handlerFacts.facts.typeOf(returned);
  if (handlerFacts.facts.missingIn(returned).length > 0) return { ...texts, ...endpoint };
  const responses: Responses = { ...endpoint.responses, [status]: { ...spec, schema } };
  return { ...texts, ...endpoint, responses };
}

function isOpenResponse(spec: Responses[keyof Responses]): boolean {
  const { schema } = (spec ?? {}) as Partial<ResponseSpec>;
  return isRecord(schema) && OPEN in schema && Object.keys(schema).length === 0;
}
