import type { LookupFunction, Socket, TcpNetConnectOpts } from 'node:net';
import { requireNodeModule } from '../../../shared/node-modules.js';
import type { buildConnector } from 'undici';
import { after } from '../../notifier/runtime.js';
import { BlockedAddressError } from '../errors.js';
import type { AddressCheck } from './address-guard.js';
import { RequestError } from './response.js';

export type ConnectOptions = buildConnector.BuildOptions & {
  readonly lookup: LookupFunction;
  readonly servername?: string;
};

export interface ConnectorOptions {
  /** Options of connections to http URLs. */
  readonly http: ConnectOptions;
  /** Options of connections to https URLs. */
  readonly https: ConnectOptions;
  /** Returns whether a connection to the address is allowed. */
  readonly isAllowed: AddressCheck;
  /** Milliseconds until a connection is established. */
  readonly timeout: number;
}

/**
 * Returns a connector for undici. It checks the address of the connected socket before anything is written,
 * independently of the look-up.
 * @param startTLS undici's connector, which keeps TLS sessions
 * @param connecting the sockets that are not connected yet
 */
export function connectorFor(
  { http, https, isAllowed, timeout }: ConnectorOptions,
  startTLS: buildConnector.connector,
  connecting: Set<Socket>,
): buildConnector.connector {
  const { connect: connectTCP } = requireNodeModule('net', 'A connection');
  return (to, callback) => {
    const isSecure = to.protocol === 'https:';
    const options = isSecure ? https : http;
    const socket = connectTCP({
      ...(options as Partial<TcpNetConnectOpts>),
      host: to.hostname,
      port: portOf(to, isSecure),
    });
    connecting.add(socket);
    let isOver = false;
    const end = (error: Error | null, connected?: Socket): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      connecting.delete(socket);
      if (connected) callback(null, connected);
      else callback(error ?? new RequestError('ECONNRESET'), null);
    };
    const timer = after(timeout, () => socket.destroy(new RequestError('ETIMEDOUT')));
    socket.setNoDelay(true).setKeepAlive(true, TCP_KEEP_ALIVE);
    socket.on('error', end).once('close', () => {
      end(null);
    });
    socket.once('connect', () => {
      const address = socket.remoteAddress ?? '';
      if (!isAllowed(address)) socket.destroy(new BlockedAddressError(to.hostname, address));
      else if (!isSecure) end(null, socket);
      else
        startTLS(secured(to, https, socket), (...[error, connected]) => {
          if (connected) failWithAlert(connected);
          end(error, connected ?? undefined);
        });
    });
  };
}

/**
 * Ends a connection with the alert that the receiver sent. In TLS 1.3, a receiver that misses a client
 * certificate sends it after the handshake, and undici would report only that the connection was closed.
 */
function failWithAlert(connected: Socket): void {
  connected.once('error', (alert) => connected.destroy(alert));
}

/** Milliseconds without data after which TCP probes the other side. */
const TCP_KEEP_ALIVE = 60_000;

function portOf({ port }: buildConnector.Options, isSecure: boolean): number {
  return port === '' ? (isSecure ? 443 : 80) : Number(port);
}

function secured(
  to: buildConnector.Options,
  { servername }: ConnectOptions,
  httpSocket: Socket,
): buildConnector.Options {
  return { ...to, httpSocket, ...(servername !== undefined && { servername }) };
}
