import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';

/**
 * What an agent that connects to public addresses only takes over from the one that was given: how it speaks TLS and
 * by which of this machine's addresses it leaves. Where it connects is decided by the URL: `host`, `port`, `socketPath`,
 * `socket` and whatever a later Node.js may add stay out.
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

/** An agent's options; Node keeps them there, its types say so of https agents only. */
export function optionsOf(agent: HttpAgent | undefined): AgentOptions {
  return (agent as { options?: AgentOptions } | undefined)?.options ?? {};
}

export function pickAgentOptions(agent: HttpAgent | undefined): AgentOptions {
  const options = optionsOf(agent) as Record<string, unknown>;
  return Object.fromEntries(
    TAKEN.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  );
}

/** Methods by which an agent decides on its own where it connects. */
const CONNECTING = ['addRequest', 'createConnection', 'createSocket'];

/** Whether an agent connects in a way of its own: by a subclass, by methods put on it, or through a proxy. */
export function connectsUnseen(agent: HttpAgent | undefined): boolean {
  if (agent === undefined) return false;
  const prototype: unknown = Object.getPrototypeOf(agent);
  const isPlain = prototype === HttpAgent.prototype || prototype === HttpsAgent.prototype;
  if (!isPlain || CONNECTING.some((name) => Object.hasOwn(agent, name))) return true;
  return (optionsOf(agent) as { proxyEnv?: unknown }).proxyEnv !== undefined;
}
