import { ConfigError } from '../../shared/errors.js';
import { isOneSlipFrom } from '../../shared/nearest.js';
import { kindOf, show } from '../../shared/values.js';
import { invalidEndpoint, type InvalidMessageError, missingURL } from './errors.js';
import { checkHeader, type HeaderList, mergeHeaders } from './http/headers.js';
import { resolveTLS, type ClientTLS, type Endpoint } from './endpoint.js';
import type { ResolvedChannel } from './channel-options.js';
import type { EndpointRate } from '../notifier/attempts/rate.js';
import { rateOf } from './endpoint-rate.js';
import type { Signer } from './signatures/signing-keys.js';
import { parseSigners } from './signatures/sign.js';
import { parseURL, type RequestTarget, targetOf } from './http/url.js';

export interface ResolvedEndpoint {
  readonly id: string;
  readonly url: URL;
  /** The parts of the URL. */
  readonly target: RequestTarget;
  /** True if customers set the URL, so that the credentials of the channel are not sent there. */
  readonly isForeign: boolean;
  readonly headers: HeaderList;
  /** Sign the message, one for each secret. */
  readonly signers: readonly Signer[];
  readonly tls: ClientTLS | undefined;
  readonly rate: EndpointRate | undefined;
}

/** An endpoint as it was when it was resolved. */
interface Known {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly resolved: ResolvedEndpoint;
}

/**
 * Resolves endpoints of a channel. It keeps what it read of an endpoint object until its URL or its secrets
 * change, since reading both takes longer than a signature.
 */
export class Endpoints {
  readonly #known = new WeakMap<Endpoint, Known>();

  constructor(private readonly channel: ResolvedChannel) {}

  /** @param url the message's URL, for an endpoint without one */
  resolve(endpoint: Endpoint, url: URL | undefined): ResolvedEndpoint {
    const { secrets } = endpoint;
    const known = this.#known.get(endpoint);
    if (known && isUnchanged(known, endpoint)) return known.resolved;
    const resolved = resolveEndpoint(endpoint, url, this.channel);
    const isKept = typeof endpoint.url === 'string' && isGiven(endpoint.url) && !hasOptions(endpoint);
    if (isKept && secrets) this.#known.set(endpoint, { url: endpoint.url, secrets: [...secrets], resolved });
    return resolved;
  }
}

/** Returns whether an endpoint has more than its URL and its secrets. */
function hasOptions({ headers, tls, rate }: Endpoint): boolean {
  return headers !== undefined || tls !== undefined || rate !== undefined;
}

function isUnchanged({ url, secrets, resolved }: Known, endpoint: Endpoint): boolean {
  if (endpoint.url !== url || endpoint.id !== resolved.id || hasOptions(endpoint)) return false;
  const { secrets: present = [] } = endpoint;
  return present.length === secrets.length && secrets.every((secret, index) => present[index] === secret);
}

function resolveEndpoint(
  endpoint: Endpoint,
  messageURL: URL | undefined,
  channel: ResolvedChannel,
): ResolvedEndpoint {
  const { id } = endpoint;
  const slip = slipIn(endpoint);
  if (slip !== undefined) throw invalidEndpoint(id, slip);
  const own = isGiven(endpoint.url) ? parseURL(endpoint.url) : messageURL;
  const url = own ?? channel.defaultURL;
  if (!url) throw missingURL(channel.name, id);
  return {
    id,
    url,
    target: targetOf(url),
    isForeign: own !== undefined,
    headers: headersOf(endpoint),
    signers: signersOf(endpoint, own !== undefined, channel),
    tls: tlsOf(endpoint, url),
    rate: rateOf(endpoint),
  };
}

/** The fields that decide whether an endpoint receives a message, or what it receives. */
const FIELDS: readonly (keyof Endpoint)[] = ['secrets', 'events', 'disabled', 'headers', 'transform'];

/**
 * Returns the problem of an endpoint that would receive more than was meant. An endpoint may be a row of a
 * database with further columns, so only a name that is one letter away from an absent field is a slip.
 */
function slipIn(endpoint: Endpoint): string | undefined {
  const disabled: unknown = endpoint.disabled;
  if (disabled !== true && Boolean(disabled))
    return `has disabled that is ${show(disabled)}, so it would receive messages. Write true or false`;
  for (const name of Object.keys(endpoint)) {
    const meant = FIELDS.find((field) => !(field in endpoint) && isOneSlipFrom(name, field));
    if (meant !== undefined) return `has a field ${name}, which has no effect. Write ${meant}`;
  }
  return undefined;
}

/** Returns false for null and an empty string, which a database column may contain for a missing URL. */
export function isGiven(url: string | URL | null | undefined): url is string | URL {
  return url !== undefined && url !== null && url !== '';
}

function headersOf({ headers = {} }: Endpoint): HeaderList {
  return mergeHeaders(Object.entries(headers).map(([name, value]) => checkHeader(name, value)));
}

/**
 * Returns the signers of an endpoint. The channel's secrets sign only for the channel's own URL, since a
 * receiver that knows a secret could sign as this service.
 */
function signersOf(
  { id, secrets }: Endpoint,
  isForeign: boolean,
  channel: ResolvedChannel,
): readonly Signer[] {
  if (secrets === undefined && !isForeign && channel.signers.length > 0) return channel.signers;
  if (secrets !== undefined && !Array.isArray(secrets))
    throw invalidEndpoint(id, `has secrets that are ${kindOf(secrets)}. Write a list, as in ['whsec_…']`);
  if (secrets === undefined || secrets.length === 0)
    throw invalidEndpoint(
      id,
      'has no secrets, and the channel has none for its address. Give it a random one, whsec_ and the base64 of 24 to 64 bytes',
    );
  try {
    return parseSigners({ secrets });
  } catch (error) {
    const reason = (error as TypeError).message.replace(/\.$/, '');
    throw invalidEndpoint(id, `has a secret that cannot be used: ${reason}`);
  }
}

function tlsOf({ id, tls }: Endpoint, url: URL): ClientTLS | undefined {
  if (tls === undefined) return undefined;
  if (url.protocol !== 'https:') throw invalidEndpoint(id, 'has tls, but its URL is not https');
  try {
    return resolveTLS(tls);
  } catch (error) {
    // Error messages of Node.js may quote a passphrase, so only the code is used.
    const reason = error instanceof ConfigError ? error.message : (error as NodeJS.ErrnoException).code;
    throw invalidEndpoint(id, `has tls that cannot be used: ${reason ?? 'no further reason'}`);
  }
}

export interface ListedEndpoint {
  readonly id: string;
  readonly endpoint: Endpoint | InvalidMessageError;
}

export function listEndpoints(returned: unknown): readonly ListedEndpoint[] {
  const list: readonly unknown[] = Array.isArray(returned) ? returned : [returned];
  const known = new Set<string>();
  return list.map((endpoint) => {
    if (typeof endpoint !== 'object' || endpoint === null)
      throw new ConfigError(`it must return an endpoint or a list of endpoints, not ${kindOf(endpoint)}`);
    const { id } = endpoint as Partial<Endpoint>;
    if (typeof id !== 'string' || id === '')
      return {
        id: show(id),
        endpoint: invalidEndpoint(show(id), 'has no id. Give each endpoint a string of its own'),
      };
    const isRepeated = known.has(id);
    known.add(id);
    const repeated = 'occurs twice in the list. Give each an id of its own';
    return { id, endpoint: isRepeated ? invalidEndpoint(id, repeated) : (endpoint as Endpoint) };
  });
}
