import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http';

export interface HttpRequest {
  readonly method?: string;
  /** Sent as it is: no normalising. */
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly agent?: Agent;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request over a real socket; redirects are not followed and nothing is decoded. */
export function send(origin: string, request: HttpRequest): Promise<HttpAnswer> {
  const { hostname, port } = new URL(origin);
  const { method = 'GET', path, headers = {}, body, agent } = request;
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: hostname, port, method, path, headers, ...(agent && { agent }) },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode: status = 0, headers } = answer;
          resolve({ status, headers, body: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
