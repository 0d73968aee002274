import type { Agent as HttpAgent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { ConfigError } from '../../../shared/errors.js';
import { guardLookup } from './address-guard.js';
import {
  connectsUnseen,
  IdleSockets,
  openHttpAgent,
  openHttpsAgent,
  optionsOf,
  pickAgentOptions,
} from './agents.js';
import { type CancelableLookup, lookUpNames } from './dns/name-lookup.js';
import type { Route, Way } from './http-client.js';
import type { WebhookChannelOptions } from '../options.js';

export interface Routes {
  readonly open: Route;
  /** Connects to public addresses only. It shares no pooled connections, because their addresses were not checked. */
  readonly guarded: Route;
  close(): void;
}

type RouteOptions = Pick<
  WebhookChannelOptions,
  'httpAgent' | 'httpsAgent' | 'lookup' | 'proxyFromEnvironment' | 'blockPrivateNetworks'
> & { readonly maxIdleSockets: number };

/** @throws ConfigError if private networks are to be blocked on a route whose addresses cannot be checked */
export function openRoutes(options: RouteOptions): Routes {
  checkEnforceable(options);
  const idle = new IdleSockets(options.maxIdleSockets);
  const made: HttpAgent[] = [];
  const keep = <A extends HttpAgent>(agent: A): A => {
    made.push(agent);
    return agent;
  };
  const { httpAgent, httpsAgent, lookup, proxyFromEnvironment = false } = options;
  const names = namesBy(lookup);
  const open = { idle, guarded: false };
  const guarded = { idle, guarded: true };
  return {
    open: {
      http: { agent: httpAgent ?? keep(openHttpAgent(open)), names },
      https: { agent: httpsAgent ?? keep(openHttpsAgent(open)), names },
      proxyFromEnvironment,
    },
    guarded: {
      http: guardedWay(keep(openHttpAgent(guarded, pickAgentOptions(httpAgent))), httpAgent, lookup),
      https: guardedWay(keep(openHttpsAgent(guarded, pickAgentOptions(httpsAgent))), httpsAgent, lookup),
      proxyFromEnvironment: false,
    },
    close: () => {
      for (const agent of made) agent.destroy();
    },
  };
}

function guardedWay(agent: HttpAgent, given: HttpAgent | undefined, lookup: LookupFunction | undefined): Way {
  const names = namesBy(lookup ?? optionsOf(given).lookup);
  return {
    agent,
    names: () => {
      const found = names();
      return { ...found, lookup: guardLookup(found.lookup) };
    },
  };
}

function namesBy(lookup: LookupFunction | undefined): () => CancelableLookup {
  return lookup ? () => ({ lookup, cancel: () => undefined }) : lookUpNames;
}

/** A proxy, or an agent with its own way to connect, resolves names where no check sees the address. */
function checkEnforceable(options: RouteOptions): void {
  if (options.blockPrivateNetworks === false) return;
  if (
    !connectsUnseen(options.httpAgent) &&
    !connectsUnseen(options.httpsAgent) &&
    !options.proxyFromEnvironment
  )
    return;
  throw new ConfigError(
    'blockPrivateNetworks cannot be kept through a proxy or an agent of your own making, because it connects ' +
      'unseen. Set blockPrivateNetworks: false and let the proxy filter, or give a plain http.Agent or https.Agent; ' +
      'a look-up function of your own goes into the option lookup.',
  );
}
