import { once } from 'node:events';
import { connect } from 'node:net';
import { ConfigError } from '../base/errors.js';

/** @throws ConfigError where nobody listens */
export async function requireListening({ protocol, hostname, port, origin }: URL): Promise<void> {
  const usual = protocol === 'https:' ? 443 : 80;
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usual : Number(port),
  });
  try {
    await once(socket, 'connect');
  } catch (error) {
    throw new ConfigError(`Nobody listens at ${origin}. Start the service first.`, { cause: error });
  } finally {
    socket.destroy();
  }
}
