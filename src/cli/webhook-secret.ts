import type { CommandOption, OptionValues } from './command.js';
import { InputError } from './errors.js';

/** Where the secret is: an argument would be in the shell's history and in the list of processes. */
export const SECRET_OPTION = {
  'secret-env': {
    type: 'string',
    value: 'name',
    description: 'The environment variable that holds the secret [WEBHOOK_SECRET]',
  },
} as const satisfies Readonly<Record<string, CommandOption>>;

/**
 * The secret that the environment holds; undefined without one.
 * @throws InputError where a variable that was named is not set
 */
export function secretOf(options: OptionValues): string | undefined {
  const name = options['secret-env'] as string | undefined;
  const secret = process.env[name ?? 'WEBHOOK_SECRET'];
  if (secret !== undefined && secret !== '') return secret;
  if (name === undefined) return undefined;
  throw new InputError(`The environment variable ${name} is not set.`);
}

/** Whether it is one of Standard Webhooks; else it signs `X-Signature`. */
export function isStandard(secret: string): boolean {
  return /^wh(?:sec|sk|pk)_/.test(secret);
}
