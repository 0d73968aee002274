import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Docs } from 'dtospec';
import { shopApp } from './app.js';
import { receiverOf, type Arrival } from './receiver.js';
import { webhooksTo } from './shipping.js';
import { Subscriptions } from './subscriptions.js';

export interface Shop {
  /** Without a slash at the end. */
  readonly url: string;
  readonly receiverUrl: string;
  readonly apiKey: string;
  readonly docs: Docs;
  readonly close: () => Promise<void>;
}

/** Starts the shop and the receiver of its customers' webhooks, on loopback. */
export async function startShop(port: number, arrived: (arrival: Arrival) => void): Promise<Shop> {
  const apiKey = 'demo';
  const receiver = await listen(
    receiverOf((customerId) => subscriptions.secretOf(customerId), arrived),
    0,
  );
  const receiverUrl = `${urlOf(receiver)}/hooks`;
  const subscriptions = new Subscriptions(receiverUrl);
  const webhooks = webhooksTo((customer) => subscriptions.endpointOf(customer));

  const { app, docs } = shopApp(apiKey, webhooks);
  const server = await listen(app, port);

  const close = async (): Promise<void> => {
    await Promise.all([closed(server), closed(receiver)]);
  };
  return { url: urlOf(server), receiverUrl, apiKey, docs, close };
}

/** On the port, or on any free one if it is taken. */
function listen(listener: RequestListener, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && port !== 0) resolve(listen(listener, 0));
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
