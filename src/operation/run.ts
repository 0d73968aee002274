import { typeRefOf } from '../model/type-ref.js';
import { serialize } from '../serialize/serialize.js';
import { serializeAs } from '../serialize/serialize-as.js';
import type { DescribedBody } from './describe.js';
import type { ResolvedOptions } from './options.js';
import { PROBLEM_JSON, problemDetails, problemOf, Refusal } from './problem.js';
import { readBody, type BodyReader, type BodySource } from './read-body.js';
import { problemFault, readParameters, type ParameterReader } from './read-parameters.js';
import { MultipartForm } from './multipart-form.js';
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
    let form: MultipartForm | undefined;
    try {
      const { input, content } = await readInput(request, source, parts);
      if (content instanceof MultipartForm) form = content;
      return responseOf(await parts.handler(input), parts.reply);
    } catch (error) {
      // A file that is read as a stream is refused while it is read.
      if (error instanceof Refusal) return refusalResponse(error, parts.options);
      throw error;
    } finally {
      form?.finish();
    }
  };
}

interface ReadRequest {
  /** What the handler is given. */
  readonly input: unknown;
  /** The body before it became its type. */
  readonly content: unknown;
}

/** @throws Refusal with every fault of the request */
async function readInput(
  request: OperationRequest,
  source: BodySource,
  { parameters, body }: RunnerParts,
): Promise<ReadRequest> {
  const { values, faults } = await readParameters(request, parameters);
  const all = [...faults];
  let value: unknown;
  const content = body && (await readBody(source, body.reader));
  if (body !== undefined && content !== undefined) {
    const reading = await readValue(content, body.type, body.context);
    if (reading.faults === undefined) value = reading.value;
    else all.push(...reading.faults.map((fault) => problemFault('body', fault)));
  } else if (body?.required === true)
    all.push(problemFault('body', { path: [], detail: 'A body is required' }));
  if (all.length > 0) {
    if (content instanceof MultipartForm) content.finish();
    throw new Refusal('invalid', 'The request is not valid.', all);
  }
  const { path, query, header, cookie } = values;
  return { input: { params: path, query, headers: header, cookies: cookie, body: value, request }, content };
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
