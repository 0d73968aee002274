import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';

/**
 * Options of an agent that connections use: TLS settings and the local address. Only the URL decides where to connect,
 * so `host`, `port`, `socketPath`, `socket` and unknown options are ignored.
 */
const TAKEN = [
  ...[
    'ALPNProtocols',
    'allowPartialTrustChain',
    'ca',
    'cert',
    'checkServerIdentity',
    'ciphers',
    'clientCertEngine',
  ],
  ...['crl', 'dhparam', 'ecdhCurve', 'honorCipherOrder', 'key', 'maxVersion', 'minDHSize', 'minVersion'],
  ...['passphrase', 'pfx', 'privateKeyEngine', 'privateKeyIdentifier', 'pskCallback', 'rejectUnauthorized'],
  ...[
    'requestOCSP',
    'secureContext',
    'secureOptions',
    'secureProtocol',
    'servername',
    'session',
    'sessionIdContext',
  ],
  ...['sigalgs', 'maxCachedSessions', 'localAddress', 'family', 'noDelay', 'keepAliveMsecs', 'scheduling'],
  ...['autoSelectFamily', 'autoSelectFamilyAttemptTimeout'],
] as const;

/** Returns the options of an agent. Node has them on every agent; its types declare them for https agents only. */
export function optionsOf(agent: HttpAgent | undefined): AgentOptions {
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
export function connectsUnseen(agent: HttpAgent | undefined): boolean {
  if (agent === undefined) return false;
  const prototype: unknown = Object.getPrototypeOf(agent);
  const isPlain = prototype === HttpAgent.prototype || prototype === HttpsAgent.prototype;
  if (!isPlain || CONNECTING.some((name) => Object.hasOwn(agent, name))) return true;
  return (optionsOf(agent) as { proxyEnv?: unknown }).proxyEnv !== undefined;
}
