import { phraseOf } from '../shared/http.js';
import { resolveLazyOrUnknown } from '../documents/model/type-input-error.js';
import type { PropertyModel, Rule } from '../documents/model/types.js';
import type { OperationContext } from '../documents/openapi/context.js';
import type { Endpoint } from '../documents/openapi/types/endpoint.js';
import type { MediaType, ResponseSpec } from '../documents/openapi/types/parts.js';
import type { OrReference } from '../documents/openapi/types/document.js';
import type { BoundParameter } from '../documents/openapi/create/class-parameters.js';
import { isReference } from '../documents/openapi/create/references.js';
import type { DescribedBody } from './describe-body.js';
import type { Fault } from './reader/faults.js';
import type { ResolvedOptions } from './options.js';
import {
  INVALID_REQUEST,
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

export function withProblemExamples(
  endpoint: Endpoint,
  request: DescribedRequest,
  { invalidStatus }: ResolvedOptions,
  context: OperationContext,
): Endpoint {
  const entries = Object.entries(endpoint.responses).map(([status, response]): [string, typeof response] => {
    const code = Number(status);
    if (!Number.isInteger(code) || !isProblem(response)) return [status, response];
    const faults = code === invalidStatus ? exampleFaults(request, context) : [];
    const detail = faults.length > 0 ? INVALID_REQUEST : sentence(response.description);
    const example = problemDetails({ status: code, title: phraseOf(code), detail, errors: faults });
    return [status, withExample(response, example)];
  });
  return { ...endpoint, responses: Object.fromEntries(entries) };
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

function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
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
      const property = written.find(({ required }) => required) ?? written[0];
      if (property !== undefined) return [problemFault('body', faultOf(property.name, property))];
    }
    if (body.required) return [problemFault('body', { path: [], detail: 'A body is required' })];
  }
  const bound = parameters.find(({ parameter }) => parameter.required) ?? parameters[0];
  if (bound === undefined) return [];
  const { name, in: place } = bound.parameter;
  return [problemFault(place as ProblemFault['in'], faultOf(name, bound.property))];
}

/** class-validator's messages for a missing or wrong value. If several rules apply, the first one in the table wins. */
const DETAILS: Readonly<Record<string, (rule: Rule) => string>> = {
  isString: () => 'must be a string',
  isInt: () => 'must be an integer number',
  isNumber: () => 'must be a number conforming to the specified constraints',
  isBoolean: () => 'must be a boolean value',
  isArray: () => 'must be an array',
  isDate: () => 'must be a Date instance',
  isEmail: () => 'must be an email',
  isUuid: () => 'must be a UUID',
  isNotEmpty: () => 'should not be empty',
  min: ({ constraints: [least] }) => `must not be less than ${String(least)}`,
};

function faultOf(name: string, property: PropertyModel | undefined): Fault {
  const path = [name];
  for (const [rule, detailOf] of Object.entries(DETAILS)) {
    const broken = property?.rules.find((one) => one.name === rule && !one.each);
    if (broken !== undefined) return { path, detail: `${name} ${detailOf(broken)}`, rule };
  }
  return { path, detail: `${name} is invalid` };
}
