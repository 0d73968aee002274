import { headersOf, targetOf, type Body, type MessageExchange, KeptBytes } from '../message.js';

/** A handler of requests, like Hono's `app.fetch` and the handlers of Bun, Deno and Next. */
export type FetchHandler<Rest extends unknown[]> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>;

export function watchFetch<Rest extends unknown[]>(
  handler: FetchHandler<Rest>,
  limit: number,
  done: (exchange: Promise<MessageExchange>) => void,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const copy = copyOf(request, limit);
    const response = await handler(request, ...rest);
    const kept = new KeptBytes(limit);
    const exchange = async (): Promise<MessageExchange> => {
      const headers = headersOf(request.headers);
      const answerHeaders = headersOf(response.headers);
      return {
        request: {
          method: request.method,
          target: targetOf(request.url),
          headers,
          body: copy === undefined ? { kind: 'unknown' } : await bodyOf(copy, limit),
        },
        response: { status: response.status, headers: answerHeaders, body: kept.body(answerHeaders) },
      };
    };
    const finish = (): void => {
      done(exchange());
    };
    if (response.body !== null) return new Response(passing(response.body, kept, finish), response);
    finish();
    return response;
  };
}

/** Copies a small body of known length only, because the copy stays in memory until it is read. */
function copyOf(request: Request, limit: number): Request | undefined {
  if (request.body === null) return new Request(request.url);
  const length = request.headers.get('content-length');
  return length !== null && Number(length) <= limit ? request.clone() : undefined;
}

async function bodyOf(copy: Request, limit: number): Promise<Body> {
  const kept = new KeptBytes(limit);
  try {
    kept.add(new Uint8Array(await copy.arrayBuffer()));
  } catch {
    // The client has disconnected.
    kept.lose();
  }
  return kept.body(headersOf(copy.headers));
}

function passing(
  source: ReadableStream<Uint8Array>,
  kept: KeptBytes,
  done: () => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done: isOver, value } = await reader.read();
          if (!isOver) {
            kept.add(value);
            controller.enqueue(value);
            return;
          }
          controller.close();
        } catch (error) {
          kept.lose();
          controller.error(error);
        }
        done();
      },
      async cancel(reason) {
        kept.lose();
        done();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
