import { type Agent, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import { ConfigError } from '../../../shared/errors.js';
import { guardLookup } from './address-guard.js';
import { axiosClient, loadAxios, agentsOf, checkInstance, requestThrough } from './axios.js';
import { lookUpNames } from './dns/name-lookup.js';
import type { HttpClient } from './response.js';
import {
  IdleConnections,
  type Connection,
  type ConnectOptions,
  loadUndici,
  undiciClient,
} from './undici-client.js';
import type { WebhookChannelOptions } from '../options.js';

type RouteOptions = Pick<
  WebhookChannelOptions,
  'axios' | 'httpAgent' | 'httpsAgent' | 'lookup' | 'proxyFromEnvironment' | 'blockPrivateNetworks'
>;

export interface Routes {
  readonly open: HttpClient;
  /**
   * Client that connects to public addresses only. It shares no connections, because the addresses of others were not
   * checked.
   */
  readonly guarded: HttpClient;
  readonly connectsDirectly: boolean;
  load(): Promise<unknown> | undefined;
  close(): void;
}

/**
 * @throws ConfigError if private networks must be blocked but the addresses cannot be checked, and for a value that is
 *   no axios instance
 */
export function openRoutes(
  options: RouteOptions,
  limits: { readonly maxIdleSockets: number; readonly timeout: number },
): Routes {
  const { axios, proxyFromEnvironment = false } = options;
  if (axios) checkInstance(axios, proxyFromEnvironment);
  const given = { ...agentsOf(axios), ...options };
  checkEnforceable(given);
  const { httpAgent, httpsAgent, lookup } = given;
  const idle = new IdleConnections<Connection>(limits.maxIdleSockets);
  const names = lookUpNames(limits.timeout);
  const settings = (agent: Agent | undefined, isGuarded: boolean): ConnectOptions => {
    const found = lookup ?? optionsOf(agent).lookup ?? names.lookup;
    return { ...pickAgentOptions(agent), lookup: isGuarded ? guardLookup(found) : found };
  };
  const direct = (isGuarded: boolean): HttpClient =>
    undiciClient({
      idle,
      isGuarded,
      http: settings(httpAgent, isGuarded),
      https: settings(httpsAgent, isGuarded),
    });
  const byUndici = direct(false);
  const byAxios = axiosClient({
    httpAgent,
    httpsAgent,
    lookup: lookup ?? names.lookup,
    proxyFromEnvironment,
  });
  const through = (client: HttpClient): HttpClient => (axios ? requestThrough(axios, client) : client);
  const needsAxios = proxyFromEnvironment || httpAgent !== undefined || httpsAgent !== undefined;
  let isLoaded = false;
  return {
    open: through((request, sink) => {
      const agent = request.url.protocol === 'https:' ? httpsAgent : httpAgent;
      const usesAxios = proxyFromEnvironment || (agent !== undefined && !request.tls);
      return (usesAxios ? byAxios : byUndici)(request, sink);
    }),
    guarded: through(direct(true)),
    connectsDirectly: !proxyFromEnvironment && !connectsUnseen(httpsAgent),
    load: () => {
      if (isLoaded) return undefined;
      const loading = [...(needsAxios ? [loadAxios()] : []), ...(proxyFromEnvironment ? [] : [loadUndici()])];
      return Promise.all(loading).then(() => (isLoaded = true));
    },
    close: () => {
      idle.close();
      names.close();
    },
  };
}

/**
 * Throws for a proxy or an agent that makes its own connections: they resolve names, so addresses cannot be checked.
 */
function checkEnforceable(options: RouteOptions): void {
  if (options.blockPrivateNetworks === false) return;
  if (
    !connectsUnseen(options.httpAgent) &&
    !connectsUnseen(options.httpsAgent) &&
    !options.proxyFromEnvironment
  )
    return;
  throw new ConfigError(
    'blockPrivateNetworks has no effect on a proxy or an agent of your own, because it connects ' +
      'by itself. Set blockPrivateNetworks: false and let the proxy filter, or pass a plain http.Agent or https.Agent. ' +
      'Pass your own look-up function as the option lookup.',
  );
}

/**
 * Options of an agent that connections use: TLS settings and the local address. Only the URL decides where to connect,
 * so `host`, `port`, `socketPath`, `socket` and unknown options are ignored.
 */
const TAKEN = (
  'ALPNProtocols allowPartialTrustChain ca cert checkServerIdentity ciphers clientCertEngine crl dhparam ecdhCurve ' +
  'honorCipherOrder key maxVersion minDHSize minVersion passphrase pfx privateKeyEngine privateKeyIdentifier ' +
  'pskCallback rejectUnauthorized requestOCSP secureContext secureOptions secureProtocol servername session ' +
  'sessionIdContext sigalgs maxCachedSessions localAddress family noDelay keepAliveMsecs scheduling ' +
  'autoSelectFamily autoSelectFamilyAttemptTimeout'
).split(' ');

/** Returns the options of an agent. Node has them on every agent; its types declare them for https agents only. */
function optionsOf(agent: HttpAgent | undefined): AgentOptions {
  return (agent as { options?: AgentOptions } | undefined)?.options ?? {};
}

export function pickAgentOptions(agent: HttpAgent | undefined): Record<string, unknown> {
  const options = optionsOf(agent) as Record<string, unknown>;
  return Object.fromEntries(
    TAKEN.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  );
}

const CONNECTING = ['addRequest', 'createConnection', 'createSocket'];

/** Returns whether an agent chooses its connections itself: by a subclass, by its own methods, or through a proxy. */
function connectsUnseen(agent: HttpAgent | undefined): boolean {
  if (agent === undefined) return false;
  const prototype: unknown = Object.getPrototypeOf(agent);
  const isPlain = prototype === HttpAgent.prototype || prototype === HttpsAgent.prototype;
  if (!isPlain || CONNECTING.some((name) => Object.hasOwn(agent, name))) return true;
  return (optionsOf(agent) as { proxyEnv?: unknown }).proxyEnv !== undefined;
}
