import { toThrowable } from '../shared/errors.js';
import { phraseOf, type OperationRequest } from '../shared/http.js';
import { typeRefOf } from '../documents/model/type/type-ref.js';
import { serializeAs } from '../serialize/serialize.js';
import { limited } from './reader/faults.js';
import type { ResolvedOperationOptions } from './operation-options.js';
import {
  INVALID_REQUEST,
  PROBLEM_JSON,
  type Problem,
  problemDetails,
  type ProblemFault,
  Refusal,
} from './problem.js';
import { readBody, type BodyReader, type BodySource, type ReadBody } from './request/read-body.js';
import { problemFault, readParameters, type ParameterReader } from './request/read-parameters.js';
import { isReply, reply as makeReply } from './make-reply.js';
import { readFields } from './request/multipart-form.js';
import type { Reading } from './reader/read-instance.js';
import { varyOf } from './response/choose-content.js';
import { responseOf, type OperationResponse } from './response/reply.js';
import { documentedProblem } from './response/write-content.js';
import type { ReplyContext } from './response/documented-replies.js';
import { BodyStream } from './response/body-stream.js';
import type { AskedRequest } from './response/compare-headers.js';
import { acceptedTypes } from './response/negotiate.js';
import type { Alternative } from './security/resolve-security.js';
import { authorize } from './security/verify.js';

interface RunnerParts {
  readonly handler: (input: unknown) => unknown;
  readonly options: ResolvedOperationOptions;
  /** Alternatives; one must accept. Undefined if no scheme has `verify`. */
  readonly security: readonly Alternative[] | undefined;
  readonly parameters: ParameterReader;
  /** Undefined if the operation has no body. */
  readonly body: RunnerBody | undefined;
  readonly reply: ReplyContext;
}

/**
 * Responds to a request.
 *
 * @param granted the identity of a caller that is already verified; without it, `security` decides
 */
export type RunOperation = (
  request: OperationRequest,
  body: BodySource,
  granted?: { readonly auth: unknown },
) => Promise<OperationResponse>;

interface RunnerBody {
  readonly required: boolean;
  readonly reader: BodyReader;
}

/**
 * Creates the function that reads a request, calls the handler and creates the response. It rejects with
 * errors of the handler.
 */
export function createRunner({
  handler,
  options,
  security,
  parameters,
  body,
  reply,
}: RunnerParts): RunOperation {
  const problemResponse = createProblems(options, reply);
  const { negotiated } = reply;
  return async (request, source, granted) => {
    let read: ReadBody | undefined;
    let response: OperationResponse | undefined;
    try {
      const auth = granted === undefined ? security && (await authorize(request, security)) : granted.auth;
      const mediaType = negotiated && chosenType(request, negotiated);
      if (body !== undefined) read = await readBody(source, body.reader, body.required);
      const faults: ProblemFault[] = [];
      const { path, query, header, cookie } = await readParameters(request, parameters, faults);
      const value = body && (await valueOf(read, body, faults));
      if (faults.length > 0) {
        source.discard?.();
        return problemResponse(options.invalidStatus, INVALID_REQUEST, faults);
      }
      const input = {
        params: path,
        query,
        headers: header,
        cookies: cookie,
        body: value,
        auth,
        request,
        mediaType,
        reply: makeReply,
      };
      let result: unknown;
      try {
        result = await handler(input);
      } catch (thrown) {
        result = thrownReply(thrown);
      }
      response = responseOf(result, reply, request);
      if (response.body instanceof BodyStream && request.method !== 'HEAD')
        await response.body.begin(request.signal);
      return response;
    } catch (error) {
      const { status, detail, headers } = thrownRefusal(error);
      source.discard?.();
      return problemResponse(status, detail, [], headers);
    } finally {
      if (read?.form !== undefined) finishAfter(response?.body, read.form.finish);
    }
  };
}

/**
 * Returns a reply that a handler throws: `throw problem(404, …)` means the same as `return problem(404, …)`.
 */
function thrownReply(thrown: unknown): unknown {
  if (isReply(thrown)) return thrown;
  throw thrown;
}

function thrownRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  throw toThrowable(thrown);
}

/** @throws Refusal with 406 if the client accepts none of the media types */
function chosenType(request: AskedRequest, types: readonly string[]): string {
  const [chosen] = acceptedTypes(request.headers.accept, types);
  if (chosen !== undefined) return chosen;
  throw new Refusal(406, `The response has one of the media types ${types.join(', ')}.`, varyOf(request));
}

/**
 * Skips the rest of a form after the response is complete: a
 * streamed response may still read the form's file.
 */
function finishAfter(body: OperationResponse['body'], finish: () => void): void {
  if (body instanceof BodyStream) body.onEnd(finish);
  else finish();
}

async function valueOf(
  read: ReadBody | undefined,
  { required }: RunnerBody,
  faults: ProblemFault[],
): Promise<unknown> {
  if (read === undefined) {
    if (required) faults.push(problemFault('body', { path: [], detail: 'A body is required' }));
    return undefined;
  }
  const { faults: found = [], value } = await readContent(read);
  for (const fault of limited(found)) faults.push(problemFault('body', fault));
  return value;
}

function readContent({ content, form, reader }: ReadBody): Reading | Promise<Reading> {
  if (reader === undefined) return { value: content };
  if (form !== undefined) return readFields(form, reader);
  return content instanceof Uint8Array ? reader.readBytes(content) : reader.read(content);
}

type CreateProblem = (
  status: number,
  detail: string,
  errors: readonly ProblemFault[],
  headers?: Refusal['headers'],
) => OperationResponse;

function createProblems({ problem: format }: ResolvedOperationOptions, reply: ReplyContext): CreateProblem {
  const contentType = format?.contentType ?? PROBLEM_JSON;
  const jsonOf = (problem: Problem): unknown => {
    if (format === undefined) return problemDetails(problem);
    const json = serializeAs(typeRefOf(format.schema), format.create(problem), {});
    return documentedProblem(json, problem.status, contentType, reply);
  };
  return (status, detail, errors, headers) => ({
    status,
    headers: { ...headers, 'content-type': contentType },
    body: JSON.stringify(jsonOf({ status, title: phraseOf(status), detail, errors })),
  });
}
