import { phraseOf } from '../shared/http.js';
import { byStatus } from '../documents/openapi/by-status.js';
import { resolveLazyOrUnknown } from '../documents/model/type/type-input-error.js';
import type { OperationContext } from '../documents/openapi/context.js';
import type { NamedEndpoint } from '../documents/openapi/types/endpoint.js';
import type { MediaType, ResponseSpec } from '../documents/openapi/types/parts.js';
import type { OrReference } from '../documents/openapi/types/document.js';
import type { BoundParameter } from '../documents/openapi/create/class-parameters.js';
import { isReference } from '../documents/openapi/create/references.js';
import type { DescribedBody } from './describe-body.js';
import type { ResolvedOperationOptions } from './operation-options.js';
import {
  type FaultPlace,
  PROBLEM_JSON,
  problemDetails,
  ProblemDetails,
  type ProblemFault,
} from './problem.js';
import { problemFault } from './request/read-parameters.js';

interface DescribedRequest {
  readonly parameters: readonly BoundParameter[];
  readonly body: DescribedBody | undefined;
  readonly contentTypes: readonly string[];
}

/**
 * Adds an example to each response with problem details: type, title and status, and for an invalid request a
 * fault of the operation's own first field.
 */
export function withProblemExamples(
  endpoint: NamedEndpoint,
  request: DescribedRequest,
  { invalidStatus }: ResolvedOperationOptions,
  context: OperationContext,
): NamedEndpoint {
  const entries = Object.entries(endpoint.responses).map(([status, response]): [string, typeof response] => {
    const code = Number(status);
    if (!Number.isInteger(code) || !isProblem(response)) return [status, response];
    const faults = code === invalidStatus ? exampleFaults(request, context) : [];
    const example = problemDetails({ status: code, title: phraseOf(code), errors: faults });
    return [status, withExample(response, example)];
  });
  return { ...endpoint, responses: byStatus(entries) };
}

function isProblem(response: OrReference<ResponseSpec> | undefined): response is ResponseSpec {
  return response !== undefined && !isReference(response) && problemOf(response) !== undefined;
}

function problemOf(response: ResponseSpec): ResponseSpec | MediaType | undefined {
  const inContent = response.content?.[PROBLEM_JSON] as MediaType | undefined;
  const part = inContent ?? (response.contentType === PROBLEM_JSON ? response : undefined);
  const isOpen = part?.schema === ProblemDetails && part.example === undefined && part.examples === undefined;
  return isOpen ? part : undefined;
}

function withExample(response: ResponseSpec, example: ProblemDetails): ResponseSpec {
  const part = problemOf(response);
  return part === response
    ? { ...response, example }
    : { ...response, content: { ...response.content, [PROBLEM_JSON]: { ...part, example } } };
}

function exampleFaults(
  { parameters, body, contentTypes }: DescribedRequest,
  { compiler }: OperationContext,
): ProblemFault[] {
  const [contentType] = contentTypes;
  if (body !== undefined && contentType !== undefined) {
    const type = resolveLazyOrUnknown(body.typeIn(contentType));
    if (type.kind === 'class') {
      const { properties } = compiler.modelOf(type.target, body.view);
      const written = properties.filter(
        ({ annotations: { hidden, access } }) => hidden !== true && access !== 'readOnly',
      );
      const property = written.find(({ presence }) => presence.required) ?? written[0];
      if (property !== undefined) return [exampleFault('body', [property.name])];
    }
    if (body.required) return [exampleFault('body', [])];
  }
  const bound = parameters.find(({ parameter }) => parameter.required) ?? parameters[0];
  if (bound === undefined) return [];
  const { name, in: place } = bound.parameter;
  return [exampleFault(place as FaultPlace, [name])];
}

/** The words of a real fault are class-validator's or your own, so an example has none of them. */
const exampleFault = (place: FaultPlace, path: readonly string[]): ProblemFault =>
  problemFault(place, { path, detail: `${path.at(-1) ?? place} is invalid` });
