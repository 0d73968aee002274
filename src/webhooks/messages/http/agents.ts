import { type AgentOptions, type ClientRequest, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import type * as https from 'node:https';
import { Agent as HttpsAgent } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from './address-guard.js';
import { BlockedAddressError } from '../errors.js';

/** Milliseconds, unless the receiver announces a shorter time. */
const IDLE_TIME = 30_000;

interface Pooling {
  readonly idle: IdleSockets;
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

/** Bounds the idle connections of several agents together, and checks the address of each connection. */
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

/** Destroys a connection to a non-public address before anything is sent, independent of the look-up. */
function watch(socket: Socket, host: string): void {
  socket.prependOnceListener('connect', () => {
    const address = socket.remoteAddress ?? '';
    if (!isPublicAddress(address)) socket.destroy(new BlockedAddressError(host, address));
  });
}

/** Idle connections over all origins. The least recently used are closed first. */
export class IdleSockets {
  readonly #sockets = new Set<Duplex>();

  constructor(readonly limit: number) {}

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

  delete(socket: Duplex): void {
    this.#sockets.delete(socket);
  }
}

/**
 * Options that a guarded agent takes over from a given one: TLS settings and this machine's own address. The URL alone
 * decides where it connects, so `host`, `port`, `socketPath`, `socket` and options of later Node.js versions stay out.
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

/** Node has `options` on every agent; its types declare it for https agents only. */
export function optionsOf(agent: HttpAgent | undefined): https.AgentOptions {
  return (agent as { options?: https.AgentOptions } | undefined)?.options ?? {};
}

export function pickAgentOptions(agent: HttpAgent | undefined): https.AgentOptions {
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
