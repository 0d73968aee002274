import { ConfigError } from '../../shared/errors.js';
import { kindOf, show } from '../../shared/values.js';
import type { Endpoint } from './endpoint.js';
import { InvalidEndpointError, MissingURLError } from './errors.js';
import { checkHeader, mergeHeaders, type HeaderList } from './headers.js';
import type { MessageSnapshot } from './message.js';
import type { ResolvedChannel } from './options.js';
import type { Signer } from './signing-keys.js';
import { parseSigners } from './standard-webhooks.js';
import { parseURL } from './url.js';

/** An endpoint as one message goes to it. */
export interface ResolvedEndpoint {
  readonly id: string;
  readonly url: URL;
  /** Whether the address is another than the channel's own. */
  readonly isForeign: boolean;
  readonly headers: HeaderList;
  /** Of Standard Webhooks. */
  readonly signers: readonly Signer[];
}

/**
 * Whether an endpoint is to have a message.
 * @throws InvalidEndpointError if it wants certain events and the message is of none
 */
export function wants({ id, events, disabled }: Endpoint, { event }: MessageSnapshot): boolean {
  if (disabled === true) return false;
  if (events === undefined) return true;
  if (!Array.isArray(events)) throw new InvalidEndpointError(id, `has events that are ${kindOf(events)}`);
  if (event !== undefined) return events.includes(event);
  throw new InvalidEndpointError(
    id,
    "wants certain events, but the message has no event's name. Put @Webhook('…') on the class of its body, " +
      'or call setEvent() on the message',
  );
}

/** @throws InvalidEndpointError, InvalidURLError, InvalidHeaderError or MissingURLError, none of which shows a secret */
export function resolveEndpoint(
  endpoint: Endpoint,
  message: Pick<MessageSnapshot, 'url'>,
  channel: ResolvedChannel,
): ResolvedEndpoint {
  const { id } = endpoint;
  const own = isGiven(endpoint.url) ? parseURL(endpoint.url) : message.url;
  const url = own ?? channel.defaultURL;
  if (!url) throw new MissingURLError(channel.name, id);
  return {
    id,
    url,
    isForeign: own !== undefined,
    headers: headersOf(endpoint),
    signers: signersOf(endpoint, own !== undefined, channel),
  };
}

/** A column of a database may hold null or an empty text. */
export function isGiven(url: string | URL | null | undefined): url is string | URL {
  return url !== undefined && url !== null && url !== '';
}

function headersOf({ headers = {} }: Endpoint): HeaderList {
  return mergeHeaders(Object.entries(headers).map(([name, value]) => checkHeader(name, value)));
}

/** An endpoint is never without. The channel's are for the channel's own address alone: who knows one could sign as this service towards another. */
function signersOf(
  { id, secrets }: Endpoint,
  isForeign: boolean,
  channel: ResolvedChannel,
): readonly Signer[] {
  if (secrets === undefined && !isForeign && channel.signers.length > 0) return channel.signers;
  if (!Array.isArray(secrets) || secrets.length === 0)
    throw new InvalidEndpointError(
      id,
      'has no secrets, and the channel has none for its address. Give it a random one, whsec_ and the base64 of 24 to 64 bytes',
    );
  try {
    return parseSigners({ secrets });
  } catch (error) {
    throw new InvalidEndpointError(id, `has a secret that cannot be used: ${(error as TypeError).message}`);
  }
}

/**
 * What the application says are the endpoints, with ids that tell them apart.
 * @throws ConfigError if they are none at all
 */
export function listEndpoints(returned: unknown): readonly (Endpoint | InvalidEndpointError)[] {
  const list: readonly unknown[] = Array.isArray(returned) ? returned : [returned];
  const known = new Set<string>();
  return list.map((endpoint) => {
    if (typeof endpoint !== 'object' || endpoint === null)
      throw new ConfigError(`it must return an endpoint or a list of endpoints, not ${kindOf(endpoint)}`);
    const { id } = endpoint as Partial<Endpoint>;
    if (typeof id !== 'string' || id === '')
      return new InvalidEndpointError(show(id), 'has no id. Give each endpoint a string of its own');
    if (known.has(id))
      return new InvalidEndpointError(id, 'stands twice in the list. Give each an id of its own');
    known.add(id);
    return endpoint as Endpoint;
  });
}
