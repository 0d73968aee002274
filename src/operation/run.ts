import { typeRefOf } from '../model/type-ref.js';
import { serialize } from '../serialize/serialize.js';
import { serializeAs } from '../serialize/serialize-as.js';
import { PROBLEM_JSON } from './endpoint.js';
import type { DescribedBody } from './describe.js';
import type { ResolvedOptions } from './options.js';
import { problemDetails, problemOf, Refusal } from './problem.js';
import { readBody, type BodyReader, type BodySource } from './read-body.js';
import { problemFault, readParameters, type ParameterReader } from './read-parameters.js';
import { readValue, type ReadContext } from './read-value.js';
import { responseOf, type OperationResponse, type ReplyContext } from './reply.js';
import type { OperationRequest } from './types.js';

/** Everything that answers requests for one operation. */
export interface RunnerParts {
  readonly handler: (input: unknown) => unknown;
  readonly options: ResolvedOptions;
  readonly parameters: ParameterReader;
  readonly body: (DescribedBody & { readonly reader: BodyReader; readonly context: ReadContext }) | undefined;
  readonly reply: ReplyContext;
}

/** Reads a request, has it handled, and makes the answer. What the handler throws goes on. */
export function createRunner(
  parts: RunnerParts,
): (request: OperationRequest, body: BodySource) => Promise<OperationResponse> {
  return async (request, source) => {
    let input: unknown;
    try {
      input = await readInput(request, source, parts);
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error, parts.options);
      throw error;
    }
    return responseOf(await parts.handler(input), parts.reply);
  };
}

/** What the handler is given. @throws Refusal with every fault of the request */
async function readInput(
  request: OperationRequest,
  source: BodySource,
  { parameters, body }: RunnerParts,
): Promise<unknown> {
  const { values, faults } = await readParameters(request, parameters);
  const all = [...faults];
  let content: unknown;
  if (body !== undefined) {
    const json = await readBody(source, request.headers, body.reader);
    if (json !== undefined) {
      const reading = await readValue(json, body.type, body.context);
      if (reading.faults === undefined) content = reading.value;
      else all.push(...reading.faults.map((fault) => problemFault('body', fault)));
    } else if (body.required) all.push(problemFault('body', { path: [], detail: 'A body is required' }));
  }
  if (all.length > 0) throw new Refusal('invalid', 'The request is not valid.', all);
  const { path, query, header, cookie } = values;
  return { params: path, query, headers: header, cookies: cookie, body: content, request };
}

function refusalResponse(
  refusal: Refusal,
  { invalidStatus, problem: format }: ResolvedOptions,
): OperationResponse {
  const status = refusal.status === 'invalid' ? invalidStatus : refusal.status;
  const problem = problemOf(refusal, status);
  const json =
    format === undefined
      ? serialize(problemDetails(problem))
      : serializeAs(typeRefOf(format.schema), format.create(problem), {});
  const contentType = format?.contentType ?? PROBLEM_JSON;
  return { status, headers: { 'content-type': contentType }, body: JSON.stringify(json) };
}
