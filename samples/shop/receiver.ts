import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { RawBodyError, readRawBody, receiveWebhooks, WebhookRefusedError } from 'dtospec/webhook';
import { OrderShipped } from './models/order-shipped.js';

/** A webhook as the receiver saw it. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Made and validated of a body whose signature holds; undefined if the message was refused. */
  readonly event: OrderShipped | undefined;
}

/** The customers' own services, to which the shop sends its news: `/hooks/{customer}` knows that customer's secret. */
export function receiverOf(
  secretOf: (customerId: string) => string,
  arrived: (arrival: Arrival) => void,
): RequestListener {
  return (request, response) => {
    const { url: path = '', headers } = request;
    const receive = receiveWebhooks({
      secrets: secretOf(path.split('/').at(-1) ?? ''),
      events: [OrderShipped],
      nameAt: 'event',
    });
    const take = async (): Promise<number> => {
      const bytes = await readRawBody(request);
      const arrival = { path, headers, body: bytes.toString() };
      try {
        await receive(bytes, headers, ({ name, event }) => {
          if (name === undefined)
            throw new WebhookRefusedError('ERR_WEBHOOK_INVALID_EVENT', 'The message names no event.');
          arrived({ ...arrival, event });
        });
        return 204;
      } catch (error) {
        if (!(error instanceof WebhookRefusedError)) throw error;
        arrived({ ...arrival, event: undefined });
        return error.status;
      }
    };
    take()
      .catch((error: unknown) => {
        if (error instanceof RawBodyError) return error.status;
        console.error(error); // its own fault: the sender tries again
        return 500;
      })
      .then((status) => response.writeHead(status).end(), console.error);
  };
}
