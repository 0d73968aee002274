import { createServer, type Server } from 'node:http';
import {
  MemoryReplayStore,
  RawBodyError,
  readRawBody,
  receiveWebhooks,
  WebhookRefusedError,
} from 'dtospec/webhook';
import { OrderShipped } from './order-shipped.js';

/** The customer's service: verifies the bytes as they came, makes an instance of them, and takes each message once. */
export function createReceiver(secret: string): Server {
  const receive = receiveWebhooks({
    secrets: secret,
    events: [OrderShipped],
    store: new MemoryReplayStore(), // one that all processes share, where there are several
  });
  let requests = 0;
  return createServer((request, response) => {
    const take = async (): Promise<number> => {
      if ((requests += 1) === 1) return 503; // as if it were being deployed
      const { repeated } = await receive(await readRawBody(request), request.headers, ({ name, event }) => {
        // With 204, the sender takes it for delivered. An event of another name is no fault: it may be new.
        if (name === undefined)
          throw new WebhookRefusedError('ERR_WEBHOOK_INVALID_EVENT', 'The message has no type.');
        if (event) console.log(`received: ${event.orderId} left at ${event.shippedAt.toISOString()}`);
        else console.warn(`not handled: ${name}`);
      });
      if (repeated) console.log('received again, and not handled again');
      return 204;
    };
    take()
      .catch((error: unknown) => {
        if (error instanceof WebhookRefusedError || error instanceof RawBodyError) {
          console.log(`refused: ${error.code}`);
          return error.status;
        }
        console.error(error); // its own fault: the sender tries again
        return 500;
      })
      .then((status) => response.writeHead(status).end(), console.error);
  });
}
