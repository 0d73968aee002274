// A webhook on its way from one service to another: retried, received, repeated, forged, and with two secrets.
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createReceiver } from './receiver.js';
import { notifier, ParcelLeft, type Customer } from './sender.js';

const OLD = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

const server = createReceiver(OLD).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hooks`;

async function send(orderId: string, secrets: string[]): Promise<void> {
  const customer: Customer = { name: 'Ada', endpoint: { id: 'ada', url, secrets } };
  const { deliveries } = await notifier.send(customer, new ParcelLeft(orderId));
  for (const { outcome, attempts, error } of deliveries)
    console.log(`sent: ${outcome} after ${String(attempts)}${error ? `, ${error.message}` : ''}`);
}

const order = '7f0c2c1e-62a5-4c0b-8f0e-3a6d1f0f1a11';
console.log('# the receiver is down at first');
await send(order, [OLD]);
console.log('# the same message again');
await send(order, [OLD]);
console.log('# while the secret is being replaced, both sign');
await send('b0a41d0a-5f0f-4a8e-9d5c-1f2e3d4c5b6a', [NEW, OLD]);
console.log('# signed with a secret that the receiver does not know');
await send('0d9e6a0c-9c1b-4f0e-9d9b-a2a4ab2b1d4c', [NEW]);

await notifier.drain();
server.close();
