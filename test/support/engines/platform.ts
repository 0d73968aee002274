import { existsSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import {
  Message,
  Notifier,
  WebhookChannel,
  type DurableEngine,
  type Endpoint,
  type WebhookNotification,
} from '../../../src/webhooks/messages/index.js';
import { SECRET, stubborn } from './shop.js';

/** Number of endpoints of the platform, each at an origin of its own. */
export const ENDPOINTS = 1_000;

/** Messages a second, of the endpoints that have a rate. */
export const RATE = 20;

/** Milliseconds. */
export const CONNECTION_AGE = 500;

/** What a receiver does, by the number of its endpoint. */
export function kindOf(index: number): 'silent' | 'slow' | 'limited' | 'moving' | 'erased' | 'quick' {
  if (index < 12) return 'silent';
  if (index < 24) return 'slow';
  if (index < 29) return 'limited';
  if (index === 29) return 'moving';
  return index === 30 ? 'erased' : 'quick';
}

export const OLD_ADDRESS = '127.2.0.1';
export const NEW_ADDRESS = '127.2.0.2';

/** Every address of 127.0.0.0/8 is this machine, and an origin of its own. */
function hostOf(index: number): string {
  return kindOf(index) === 'moving'
    ? 'moving.example'
    : `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;
}

/** A message to each endpoint, with an id of its own. */
export class Daily implements WebhookNotification<string> {
  constructor(readonly name: string) {}
  via() {
    return ['webhook'];
  }
  toWebhook(endpoint: string) {
    const id = `${this.name}-${endpoint}`;
    return new Message().setId(id).setJSON({ id }, { event: false });
  }
}

/** The notifier of each process. The receiver that moves has its new address as soon as the file `moved` exists. */
export function openPlatform(engine: DurableEngine, port: number, moved: string): Notifier {
  const find = (id: string): Endpoint => ({
    id,
    url: `http://${hostOf(Number(id))}:${port}/${id}`,
    secrets: [SECRET],
    ...(kindOf(Number(id)) === 'limited' && { rate: { perSecond: RATE, burst: 1 } }),
  });
  const lookup: LookupFunction = (_, { all }, callback) => {
    const address = existsSync(moved) ? NEW_ADDRESS : OLD_ADDRESS;
    if (all === true) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
  const channel = new WebhookChannel<string>({
    endpoints: find,
    findEndpoint: find,
    lookup,
    maxConnectionAge: CONNECTION_AGE,
    blockPrivateNetworks: false,
  });
  return new Notifier({ engine, retry: stubborn }).register(channel);
}
