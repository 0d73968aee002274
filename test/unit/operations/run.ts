import { Readable } from 'node:stream';
import { Docs, type Operation, type OperationOptions } from '../../../src/index.js';
import { splitTarget } from '../../../src/shared/http.js';
import { pathMatcher } from '../../../src/operations/path-matcher.js';
import type { Config } from '../../../src/index.js';

/** A request as a test writes it. */
export interface TestRequest {
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Runs one operation without a framework. */
export function runnerOf(
  operation: Operation,
  options: OperationOptions = {},
  config: Partial<Config> = {},
): (request: TestRequest) => Promise<TestResponse> {
  const docs = new Docs({ info: { title: 'Test', version: '1' }, ...config });
  const [bound] = docs.bindOperations([operation], { checkResponses: 'throw', ...options });
  const match = pathMatcher(bound!.parts, 'end');
  return async ({ target, headers = {}, body }) => {
    const pathParameters = match(splitTarget(target).pathname) ?? [];
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const response = await bound!.run(
      {
        method: bound!.method,
        target,
        pathParameters,
        headers,
        signal: new AbortController().signal,
        raw: undefined,
      },
      {
        header: (name) => headers[name],
        parsed: undefined,
        present: bytes !== undefined,
        chunks: () => Readable.from([bytes ?? new Uint8Array()]) as AsyncIterable<Uint8Array>,
        read: (limit) => Promise.resolve(bytes && bytes.byteLength <= limit ? bytes : undefined),
      },
    );
    const { body: sent } = response;
    const isJson = String(response.headers['content-type']).includes('json');
    return { ...response, body: isJson && typeof sent === 'string' ? JSON.parse(sent) : sent };
  };
}
