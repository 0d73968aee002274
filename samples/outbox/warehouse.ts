import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhookChannel, type Endpoint } from 'dtospec/webhook';

export interface Receiver {
  readonly url: string;
  /** Ids of the messages, one for each request. */
  readonly received: string[];
  close(): void;
}

/** Starts a receiver on a free port. It answers the first requests with 503, as if it were down. */
export async function startReceiver({ failures = 0 } = {}): Promise<Receiver> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    response.writeHead(received.length <= failures ? 503 : 204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/hooks`, received, close: () => server.close() };
}

export function channelTo({ url }: Receiver): WebhookChannel<string> {
  // Address and secret are looked up by the endpoint's id at each attempt: neither is stored.
  const findEndpoint = (id: string): Endpoint => ({
    id,
    url,
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  return new WebhookChannel<string>({
    endpoints: findEndpoint,
    findEndpoint,
    blockPrivateNetworks: false, // the receiver of this sample is on the loopback
  });
}
