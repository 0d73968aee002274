import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CommandOption, InputError, type OptionValues, UsageError } from './command.js';

export const listenOptions = (port: number) =>
  ({
    port: {
      type: 'string',
      short: 'p',
      value: 'number',
      description: `The port; 0 selects a free one [${port}]`,
    },
    host: { type: 'string', value: 'address', description: 'The address to listen on [127.0.0.1]' },
  }) as const satisfies Readonly<Record<string, CommandOption>>;

export async function listen(server: Server, options: OptionValues, defaultPort: number): Promise<string> {
  const { port = String(defaultPort), host = '127.0.0.1' } = options as Readonly<Record<string, string>>;
  if (!/^\d+$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port is a number from 0 to 65535, not ${JSON.stringify(port)}.`);
  try {
    server.listen(Number(port), host);
    await once(server, 'listening');
  } catch (error) {
    throw new InputError(
      `Cannot listen on ${host}:${port}: ${(error as Error).message}. Choose another port with --port.`,
      {
        cause: error,
      },
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
