import { ConfigError } from '../../../shared/errors.js';

/**
 * @param engine name of the engine's class
 * @param form what was passed as `transaction`
 */
export function outsideTransaction(engine: string, form: string): ConfigError {
  return new ConfigError(
    `The transaction of a ${engine} (${form}) is outside of a transaction, so the message would be sent even if you roll back. Begin a transaction, and pass what your library gives you inside it.`,
  );
}
