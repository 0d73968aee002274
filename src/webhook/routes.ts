import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { guardLookup } from './address-guard.js';
import type { Route } from './http-client.js';
import type { WebhookChannelOptions } from './options.js';

/** The ways out of a channel. */
export interface Routes {
  /** To any address. */
  readonly open: Route;
  /** To public addresses only. Its connections are its own: a pooled one was never looked up again. */
  readonly guarded: Route;
  /** Closes idle connections of the agents made here, never of the ones that were given. */
  close(): void;
}

/** The options that decide on routes. */
export type RouteOptions = Pick<
  WebhookChannelOptions,
  'httpAgent' | 'httpsAgent' | 'lookup' | 'proxyFromEnvironment' | 'blockPrivateNetworks'
>;

/** @throws TypeError if private networks are to be blocked on a way on which this process does not connect itself */
export function openRoutes(options: RouteOptions): Routes {
  checkEnforceable(options);
  const made: { destroy(): void }[] = [];
  const keep = <A extends { destroy(): void }>(agent: A): A => {
    made.push(agent);
    return agent;
  };
  const own = { keepAlive: true, maxFreeSockets: 32 };
  const proxyFromEnvironment = options.proxyFromEnvironment ?? false;
  return {
    open: {
      httpAgent: options.httpAgent ?? keep(new HttpAgent(own)),
      httpsAgent: options.httpsAgent ?? keep(new HttpsAgent(own)),
      lookup: options.lookup,
      proxyFromEnvironment,
    },
    guarded: {
      httpAgent: keep(new HttpAgent({ ...own, ...optionsOf(options.httpAgent) })),
      httpsAgent: keep(new HttpsAgent({ ...own, ...options.httpsAgent?.options })),
      lookup: guardLookup(options.lookup),
      proxyFromEnvironment: false,
    },
    close: () => {
      for (const agent of made) agent.destroy();
    },
  };
}

/** Node keeps them there; its types say so of https agents only. */
function optionsOf(agent: HttpAgent | undefined): AgentOptions | undefined {
  return (agent as { options?: AgentOptions } | undefined)?.options;
}

/** A proxy, or an agent that connects in its own way, resolves names where no check of ours sees the address. */
function checkEnforceable({ httpAgent, httpsAgent, ...options }: RouteOptions): void {
  if (options.blockPrivateNetworks === false) return;
  const foreign =
    (httpAgent !== undefined && Object.getPrototypeOf(httpAgent) !== HttpAgent.prototype) ||
    (httpsAgent !== undefined && Object.getPrototypeOf(httpsAgent) !== HttpsAgent.prototype);
  if (!foreign && !options.proxyFromEnvironment) return;
  throw new TypeError(
    'blockPrivateNetworks cannot be kept through a proxy or an agent of your own making, because it connects ' +
      'unseen. Set blockPrivateNetworks: false and let the proxy filter, or give a plain http.Agent or https.Agent.',
  );
}
