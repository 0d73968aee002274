import { ConfigError, isRecord, show } from 'dtospec/internal';
import { isMultipart, readForm } from '../form-values.js';
import type { MessageExchange, RequestMessage, ResponseMessage } from '../message.js';
import type { Exchange } from '../types.js';
import {
  fetchResponse,
  isPlainRequest,
  isPlainResponse,
  isRequest,
  readPlainRequest,
  readPlainResponse,
  readRequest,
} from './fetch-and-plain.js';
import { axios, lightMyRequest, superagent, type ResponseReader } from './libraries.js';

const READERS: readonly ResponseReader[] = [superagent, axios, lightMyRequest, fetchResponse];

export type Eventually<T> = T | Promise<T>;

/** Calls the next function without a promise if possible, so that a test without `await` fails, too. */
export function after<T, U>(value: Eventually<T>, next: (value: T) => Eventually<U>): Eventually<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

export function readExchange({ request, response }: Exchange): Eventually<MessageExchange> {
  if (!isRecord(response))
    throw new ConfigError(
      `An exchange has a response, not ${show(response)}. Await the request first, and pass { request, response }.`,
    );
  const reader = READERS.find((reader) => reader.recognises(response));
  if (reader === undefined && !isPlainResponse(response))
    throw new ConfigError(
      `The response is ${typeof (response as { then?: unknown }).then === 'function' ? 'a promise: await it first' : 'of an unknown kind: give a response of supertest, superagent, fetch, axios or light-my-request, or { status, headers, body }'}.`,
    );
  return after(answerOf(response, reader), (answer) =>
    after(requestOf(request, response, reader), (asked) =>
      after(withForm(asked), (whole) => ({ request: whole, response: answer })),
    ),
  );
}

function answerOf(response: object, reader: ResponseReader | undefined): Eventually<ResponseMessage> {
  return reader === undefined ? readPlainResponse(response as never) : reader.response(response as never);
}

function requestOf(
  request: unknown,
  response: object,
  reader: ResponseReader | undefined,
): Eventually<RequestMessage> {
  if (isRecord(request) && isRequest(request)) return readRequest(request);
  if (isRecord(request) && isPlainRequest(request)) return readPlainRequest(request);
  if (request !== undefined)
    throw new ConfigError(
      `The request is ${show(request)}. Give a Request, or { method, url, headers, body }.`,
    );
  const known = reader?.request(response as never);
  if (known !== undefined) return known;
  throw new ConfigError(
    'The response does not contain its request. Give it as well: { request: { method, url }, response }, or expect(response).toMatchSpec({ method, url }).',
  );
}

function withForm(message: RequestMessage): Eventually<RequestMessage> {
  return isMultipart(message)
    ? readForm(message).then((body): RequestMessage => ({ ...message, body }))
    : message;
}
