import { once } from 'node:events';
import { connect } from 'node:net';
import { ConfigError } from '../../shared/errors.js';

/**
 * @param timeout in milliseconds
 * @throws ConfigError where nobody listens
 */
export async function requireListening(
  { protocol, hostname, port, origin }: URL,
  timeout: number,
): Promise<void> {
  const usual = protocol === 'https:' ? 443 : 80;
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usual : Number(port),
  });
  try {
    // A firewall may drop what comes, and tell nobody.
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    throw new ConfigError(`Nobody listens at ${origin}. Start the service first.`, { cause: error });
  } finally {
    socket.destroy();
  }
}
