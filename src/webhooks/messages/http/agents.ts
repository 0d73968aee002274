import { type AgentOptions, type ClientRequest, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import type * as https from 'node:https';
import { Agent as HttpsAgent } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from './address-guard.js';
import { BlockedAddressError } from '../errors.js';

/** Milliseconds after which an idle connection is closed, unless the receiver announces a shorter time. */
const IDLE_TIME = 30_000;

/** What is asked of the agents of a channel's own. */
interface Pooling {
  readonly idle: IdleSockets;
  /** Whether they connect to public addresses only. */
  readonly guarded: boolean;
}

export function openHttpAgent(pooling: Pooling, options?: AgentOptions): HttpAgent {
  return pool(new HttpAgent({ ...options, ...OWN }), pooling);
}

export function openHttpsAgent(pooling: Pooling, options?: https.AgentOptions): HttpsAgent {
  return pool(new HttpsAgent({ ...options, ...OWN }), pooling);
}

const OWN: AgentOptions = { keepAlive: true, timeout: IDLE_TIME, maxFreeSockets: Infinity };

type Callback = (error: Error | null, stream: Duplex) => void;

/** Bounds an agent's idle connections together with other agents', and looks at where each connection leads. */
function pool<A extends HttpAgent>(agent: A, { idle, guarded }: Pooling): A {
  const connect = agent.createConnection.bind(agent);
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => boolean;
  const reuse = agent.reuseSocket.bind(agent);
  agent.createConnection = (options: ClientRequestArgs, callback?: Callback) => {
    const socket = connect(options, callback);
    socket?.once('close', () => {
      idle.delete(socket);
    });
    if (guarded && socket instanceof Socket) watch(socket, options.host ?? '');
    return socket;
  };
  agent.keepSocketAlive = (socket: Duplex) => keep(socket) && idle.add(socket);
  agent.reuseSocket = (socket: Duplex, request: ClientRequest) => {
    idle.delete(socket);
    reuse(socket, request);
  };
  return agent;
}

/**
 * Ends a connection that leads to an address that is not public, before anything is written. The look-up has refused
 * such addresses already; this holds whatever else may decide where a socket connects.
 */
function watch(socket: Socket, host: string): void {
  socket.prependOnceListener('connect', () => {
    const address = socket.remoteAddress ?? '';
    if (!isPublicAddress(address)) socket.destroy(new BlockedAddressError(host, address));
  });
}

/** Connections that are kept for a later request, over all origins: the ones that were used least lately are closed. */
export class IdleSockets {
  /** In the order in which they fell idle. */
  readonly #sockets = new Set<Duplex>();

  constructor(readonly limit: number) {}

  /** Whether the socket may be kept. */
  add(socket: Duplex): boolean {
    if (this.limit < 1) return false;
    this.#sockets.add(socket);
    const [oldest] = this.#sockets;
    if (oldest && this.#sockets.size > this.limit) {
      this.#sockets.delete(oldest);
      oldest.destroy();
    }
    return true;
  }

  /** It is in use again, or closed. */
  delete(socket: Duplex): void {
    this.#sockets.delete(socket);
  }
}

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
export function optionsOf(agent: HttpAgent | undefined): https.AgentOptions {
  return (agent as { options?: https.AgentOptions } | undefined)?.options ?? {};
}

export function pickAgentOptions(agent: HttpAgent | undefined): https.AgentOptions {
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
