import type { Agent, Agent as HttpAgent } from 'node:http';
import type { AgentOptions } from 'node:https';
import { nodeModule } from '../../../shared/node-modules.js';
import { ConfigError } from '../../../shared/errors.js';
import { type AddressCheck, ANY_ADDRESS, guardLookup } from './address-guard.js';
import { axiosClient, loadAxios, agentsOf, checkInstance, requestThrough } from './axios.js';
import type { ConnectOptions } from './connector.js';
import { fetchClient, sendsByFetch } from './fetch-client.js';
import { loadUndici, loadedUndici } from './load-undici.js';
import { lookUpNames } from './name-lookup.js';
import { Pools } from './pools.js';
import type { HttpClient } from './response.js';
import { dispatcherClient, type DispatcherLike, undiciClient } from './undici-client.js';
import type { WebhookChannelOptions } from '../channel-options.js';

type RouteOptions = Pick<
  WebhookChannelOptions,
  | 'axios'
  | 'dispatcher'
  | 'httpAgent'
  | 'httpsAgent'
  | 'lookup'
  | 'proxyFromEnvironment'
  | 'blockPrivateNetworks'
>;

export interface Routes {
  /** Client that connects to any address. */
  readonly open: HttpClient;
  /**
   * Client that connects to public addresses only. It shares no connections, because the addresses of others
   * were not checked.
   */
  readonly guarded: HttpClient;
  /** True if the channel makes its connections itself, so that an endpoint's TLS settings apply. */
  readonly connectsDirectly: boolean;
  /** Loads the HTTP clients. Returns undefined if they are loaded. */
  load(): Promise<unknown> | undefined;
  /** Closes idle connections. */
  close(): void;
}

interface Limits {
  readonly maxIdleSockets: number;
  readonly idleTimeout: number;
  readonly maxConnectionAge: number;
  readonly timeout: number;
  readonly isAllowed: AddressCheck;
}

/**
 * @throws ConfigError if private networks must be blocked but the addresses cannot be checked, and for a
 *   value that is no axios instance
 */
export function openRoutes(options: RouteOptions, limits: Limits): Routes {
  const { axios, proxyFromEnvironment = false } = options;
  if (axios) checkInstance(axios, proxyFromEnvironment);
  if (sendsByFetch()) return fetchRoutes(options);
  const routeOptions = { ...agentsOf(axios), ...options };
  checkEnforceable(routeOptions);
  const { httpAgent, httpsAgent, lookup, dispatcher } = routeOptions;
  const { maxIdleSockets, ...others } = limits;
  const pools = new Pools(maxIdleSockets);
  const names = lookUpNames(limits.timeout);
  const direct = (isAllowed: AddressCheck): HttpClient => {
    const settings = (agent: Agent | undefined): ConnectOptions => {
      const chosenLookup = lookup ?? optionsOf(agent).lookup ?? names.lookup;
      const guarded = isAllowed === ANY_ADDRESS ? chosenLookup : guardLookup(chosenLookup, isAllowed);
      return { ...pickAgentOptions(agent), lookup: guarded };
    };
    return undiciClient({
      ...others,
      pools,
      isAllowed,
      http: settings(httpAgent),
      https: settings(httpsAgent),
    });
  };
  const byUndici = direct(ANY_ADDRESS);
  const byAxios = axiosClient({ httpAgent, httpsAgent, lookup: lookup ?? names.lookup });
  let proxies: (DispatcherLike & { close(): Promise<void> }) | undefined;
  const byDispatcher = dispatcherClient(
    () => dispatcher ?? (proxies ??= new (loadedUndici().EnvHttpProxyAgent)({ proxyTunnel: false })),
  );
  const through = (client: HttpClient): HttpClient => (axios ? requestThrough(axios, client) : client);
  const hasDispatcher = dispatcher !== undefined || proxyFromEnvironment;
  const needsAxios = !hasDispatcher && (httpAgent !== undefined || httpsAgent !== undefined);
  let isLoaded = false;
  return {
    open: through((request, sink) => {
      if (hasDispatcher) return byDispatcher(request, sink);
      const agent = request.target.url.protocol === 'https:' ? httpsAgent : httpAgent;
      return (agent !== undefined && !request.tls ? byAxios : byUndici)(request, sink);
    }),
    guarded: through(direct(limits.isAllowed)),
    connectsDirectly: !hasDispatcher && !connectsUnseen(httpsAgent),
    load: () => {
      if (isLoaded) return undefined;
      return Promise.all([loadUndici(), ...(needsAxios ? [loadAxios()] : [])]).then(() => (isLoaded = true));
    },
    close: () => {
      pools.close();
      void proxies?.close();
      proxies = undefined;
      names.close();
    },
  };
}

const OF_NODE = ['dispatcher', 'httpAgent', 'httpsAgent', 'lookup', 'proxyFromEnvironment'] as const;

/** @throws ConfigError for an option that chooses a connection, which `fetch` does itself */
function fetchRoutes(options: RouteOptions): Routes {
  const option = OF_NODE.find((name) => options[name] !== undefined && options[name] !== false);
  if (option !== undefined)
    throw new ConfigError(
      `${option} of a WebhookChannel has no effect here: this runtime sends by fetch, which makes its own connections. Remove it.`,
    );
  const client = options.axios ? requestThrough(options.axios, fetchClient) : fetchClient;
  return {
    open: client,
    guarded: client,
    connectsDirectly: false,
    load: () => undefined,
    close: () => undefined,
  };
}

/**
 * Throws for a proxy or an agent that makes its own connections:
 * they resolve names, so addresses cannot be checked.
 */
function checkEnforceable(options: RouteOptions): void {
  if (options.blockPrivateNetworks === false) return;
  const { httpAgent, httpsAgent, proxyFromEnvironment = false, dispatcher } = options;
  const isUnseen = proxyFromEnvironment || dispatcher !== undefined;
  if (!isUnseen && !connectsUnseen(httpAgent) && !connectsUnseen(httpsAgent)) return;
  throw new ConfigError(
    'blockPrivateNetworks has no effect on a proxy, a dispatcher or an agent of your own, because it connects ' +
      'by itself. Set blockPrivateNetworks: false and let the proxy filter, or pass a plain http.Agent or https.Agent. ' +
      'Pass your own look-up function as the option lookup.',
  );
}

/**
 * Options of an agent that connections use: TLS settings and the local address. Only the URL decides where to
 * connect, so `host`, `port`, `socketPath`, `socket` and unknown options are ignored.
 */
const TAKEN = (
  'ALPNProtocols allowPartialTrustChain ca cert checkServerIdentity ciphers clientCertEngine crl dhparam ecdhCurve ' +
  'honorCipherOrder key maxVersion minDHSize minVersion passphrase pfx privateKeyEngine privateKeyIdentifier ' +
  'pskCallback rejectUnauthorized requestOCSP secureContext secureOptions secureProtocol servername session ' +
  'sessionIdContext sigalgs maxCachedSessions localAddress family noDelay keepAliveMsecs scheduling ' +
  'autoSelectFamily autoSelectFamilyAttemptTimeout'
).split(' ');

/**
 * Returns the options of an agent. Node has them on every
 * agent; its types declare them for https agents only.
 */
function optionsOf(agent: HttpAgent | undefined): AgentOptions {
  return (agent as { options?: AgentOptions } | undefined)?.options ?? {};
}

export function pickAgentOptions(agent: HttpAgent | undefined): Record<string, unknown> {
  const agentOptions = optionsOf(agent) as Record<string, unknown>;
  return Object.fromEntries(
    TAKEN.filter((name) => agentOptions[name] !== undefined).map((name) => [name, agentOptions[name]]),
  );
}

const CONNECTING = ['addRequest', 'createConnection', 'createSocket'];

/**
 * Returns whether an agent chooses its connections itself:
 * by a subclass, by its own methods, or through a proxy.
 */
function connectsUnseen(agent: HttpAgent | undefined): boolean {
  if (agent === undefined) return false;
  const prototype: unknown = Object.getPrototypeOf(agent);
  const isPlain =
    prototype === nodeModule('http')?.Agent.prototype || prototype === nodeModule('https')?.Agent.prototype;
  if (!isPlain || CONNECTING.some((name) => Object.hasOwn(agent, name))) return true;
  return (optionsOf(agent) as { proxyEnv?: unknown }).proxyEnv !== undefined;
}
