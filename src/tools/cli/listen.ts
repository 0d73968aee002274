import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Command, countOf, InputError, type OptionValues } from './command.js';

export function listenOptions(port: number): Command['options'] {
  return {
    '-p, --port <number>': `The port; 0 selects a free one [${port}]`,
    '--host <address>': 'The address to listen on [127.0.0.1]',
  };
}

export async function listen(server: Server, options: OptionValues, defaultPort: number): Promise<string> {
  const { host = '127.0.0.1' } = options as Readonly<Record<string, string>>;
  const port = countOf(options, 'port', [0, 65_535]) ?? defaultPort;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new InputError(
      `Cannot listen on ${host}:${port}: ${(error as Error).message}. Choose another port with --port.`,
      { cause: error },
    );
  }
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/`;
}

export async function untilStopped(server: Server, stop: AbortSignal): Promise<void> {
  if (!stop.aborted) await once(stop, 'abort');
  server.close();
  server.closeAllConnections();
}
