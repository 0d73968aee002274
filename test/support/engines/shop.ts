import {
  Message,
  Notifier,
  WebhookChannel,
  type DurableEngine,
  type Endpoint,
  type NotifierOptions,
  type WebhookNotification,
} from '../../../src/webhooks/messages/index.js';

export const SECRET = `whsec_${Buffer.from('a-secret-that-nobody-stores-12345').toString('base64')}`;
export const API_KEY = 'api-key-that-nobody-stores';
export const TOKEN = 'token-that-nobody-stores';

/** Tries again soon, for as long as it takes; 422 says that it is of no use. */
export const stubborn: NonNullable<NotifierOptions['retry']> = ({ status }) => (status === 422 ? null : 20);

/** Its id stands in the body too, so that it is seen if a message goes out under another's. */
export class Ordered implements WebhookNotification<string> {
  constructor(
    readonly id: string,
    readonly more: Pick<WebhookNotification<string>, 'delay'> & { readonly event?: string } = {},
  ) {}
  get delay() {
    return this.more.delay;
  }
  via() {
    return ['webhook'];
  }
  toWebhook() {
    const message = new Message().setId(this.id).setJSON({ id: this.id });
    return this.more.event === undefined ? message : message.setEvent(this.more.event);
  }
}

/** Messages `m-1`, `m-2` and so on have one of so many keys by turns. */
export const byKey = (keys: number): NotifierOptions => ({
  orderBy: (notification) => String(Number((notification as Ordered).id.slice(2)) % keys),
});

/** The endpoint `at-5` gets five messages a second. */
function rateOf(id: string): Pick<Endpoint, 'rate'> {
  const [, perSecond] = /^at-(\d+)$/.exec(id) ?? [];
  return perSecond === undefined ? {} : { rate: { perSecond: Number(perSecond) } };
}

/** Endpoints are paths of one receiver, or whole URLs; a notifiable is the id of one. */
export function openShop(
  engine: DurableEngine,
  url: string,
  options: NotifierOptions = {},
  disabled: ReadonlySet<string> = new Set(),
): Notifier {
  const find = (id: string): Endpoint => ({
    id,
    disabled: disabled.has(id),
    url: new URL(id, `${url}/`),
    secrets: [SECRET],
    headers: { 'X-Api-Key': API_KEY },
    ...rateOf(id),
  });
  const channel = new WebhookChannel<string>({
    endpoints: (id) => find(id),
    findEndpoint: find,
    defaultHeaders: { Authorization: `Bearer ${TOKEN}` },
    credentialsToEndpoints: true,
    blockPrivateNetworks: false,
  });
  return new Notifier({ engine, retry: stubborn, ...options }).register(channel);
}
