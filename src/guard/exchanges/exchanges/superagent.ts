import { isStream, bodyOf, headersOf, NO_BODY, targetOf, type Body } from '../message.js';
import type { ResponseReader } from './reader.js';

/** What of superagent's Response is read, which is supertest's as well. */
interface SuperagentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Undefined where it was parsed otherwise than as text. */
  readonly text?: string;
  readonly body?: unknown;
  readonly req: {
    readonly method: string;
    readonly path: string;
    readonly getHeaders?: () => Readonly<Record<string, unknown>>;
  };
  readonly request: { readonly _data?: unknown; readonly _formData?: unknown };
}

export const superagent: ResponseReader = {
  recognises: (response) => 'req' in response && 'request' in response && 'text' in response,
  response: ({ status, headers, text, body }: SuperagentResponse) => ({
    status,
    headers: headersOf(headers),
    body: bodyOf(text ?? (isEmpty(body) ? undefined : body)),
  }),
  request: ({ req, request }: SuperagentResponse) => ({
    method: req.method.toUpperCase(),
    target: targetOf(req.path),
    headers: headersOf(req.getHeaders?.()),
    body: requestBody(request),
  }),
};

/** A form is sent as a stream, which is read by now. */
function requestBody({ _data: data, _formData: form }: SuperagentResponse['request']): Body {
  if (form != null || isStream(data)) return { kind: 'unknown' };
  return data == null ? NO_BODY : bodyOf(data);
}

/** What superagent gives for a body that it had no parser for. */
function isEmpty(body: unknown): boolean {
  return (
    body === undefined ||
    (typeof body === 'object' && body !== null && !ArrayBuffer.isView(body) && Object.keys(body).length === 0)
  );
}
