import { Agent as HttpAgent, type AgentOptions, type ClientRequest, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from './address-guard.js';
import { BlockedAddressError } from './errors.js';
import type { IdleSockets } from './idle-sockets.js';

/** Milliseconds after which an idle connection is closed, unless the receiver announces a shorter time. */
const IDLE_TIME = 30_000;

/** What is asked of the agents of a channel's own. */
export interface Pooling {
  readonly idle: IdleSockets;
  /** Whether they connect to public addresses only. */
  readonly guarded: boolean;
}

export function openHttpAgent(pooling: Pooling, options?: AgentOptions): HttpAgent {
  return pool(new HttpAgent({ ...options, ...OWN }), pooling);
}

export function openHttpsAgent(pooling: Pooling, options?: HttpsAgentOptions): HttpsAgent {
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
