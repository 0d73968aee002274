import { bodyOf, headersOf, isStream, NO_BODY, targetOf } from '../message.js';
import type { ResponseReader } from './reader.js';

/** What of light-my-request's Response is read, which is that of Fastify's `inject`. */
interface InjectResponse {
  readonly statusCode: number;
  readonly headers: object;
  readonly rawPayload: Uint8Array;
  readonly raw: {
    readonly req: {
      readonly method: string;
      readonly url: string;
      readonly headers: object;
      readonly _lightMyRequest?: { readonly payload?: unknown };
    };
  };
}

export const lightMyRequest: ResponseReader = {
  recognises: (response) => 'rawPayload' in response && 'raw' in response && 'statusCode' in response,
  response: ({ statusCode, headers, rawPayload }: InjectResponse) => ({
    status: statusCode,
    headers: headersOf({ ...headers }),
    body: bodyOf(rawPayload),
  }),
  request: ({ raw: { req } }: InjectResponse) => {
    const payload = req._lightMyRequest?.payload;
    return {
      method: req.method.toUpperCase(),
      target: targetOf(req.url),
      headers: headersOf(req.headers),
      body: isStream(payload) ? { kind: 'unknown' } : payload == null ? NO_BODY : bodyOf(payload),
    };
  },
};
