import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseJson, readSource } from '../load/read-source.js';
import {
  signSignature,
  signStandardWebhook,
  SIGNATURE_HEADER,
} from '../../webhooks/messages/signatures/sign.js';
import { type Command, EXIT, InputError, numberOf, type OptionValues, UsageError } from '../command.js';

/**
 * The option that reads a secret from a file or variable: an argument would appear in the shell's history and the list
 * of processes.
 */
export const SECRET_OPTION = {
  '--secret-env <name>': 'The environment variable that holds the secret [WEBHOOK_SECRET]',
};

export const webhookSend: Command = {
  usage: '<url> [file] [options]',
  help: `Sends the JSON of a file, or of standard input, as a webhook. The secret comes from the environment: whsec_… and whsk_…
sign as Standard Webhooks, any other secret signs X-Signature. Prints the response. The exit code is 1 unless the status is 2xx.`,
  options: {
    ...SECRET_OPTION,
    '--id <id>': 'The id of the message [a new id]',
    '--timeout <seconds>': 'The time limit of the response [30]',
  },
  examples: ['http://localhost:3000/hooks shipped.json', 'http://localhost:3000/hooks < shipped.json'],
  positionals: [1, 2],
  run: async ([url = '', file], options, { cwd, print, note }) => {
    const { id = `msg_${randomUUID()}` } = options as Readonly<Record<string, string>>;
    const timeout = numberOf(options, 'timeout', [0.001]) ?? 30;
    if (!/^https?:\/\//.test(url))
      throw new UsageError(`The URL must be like http://localhost:3000/hooks, not ${JSON.stringify(url)}.`);
    const body = await readBody(file, cwd);
    const secret = secretOf(options);
    if (secret === undefined) note('The webhook is not signed, because WEBHOOK_SECRET is not set.\n');
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signatureOf(body, id, secret) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.ceil(timeout * 1000)),
    }).catch((error: unknown) => {
      const { message, cause } = error as Error;
      throw new InputError(`${url} did not answer: ${cause instanceof Error ? cause.message : message}`, {
        cause: error,
      });
    });
    print(`${response.status} ${response.statusText}\n${await response.text()}\n`);
    return response.ok ? EXIT.done : EXIT.found;
  },
};

async function readBody(file: string | undefined, cwd: string): Promise<string> {
  const body = file === undefined ? await text(process.stdin) : await readSource(file, cwd);
  parseJson(body, file ?? 'Standard input');
  return body;
}

function signatureOf(body: string, id: string, secret: string | undefined): Record<string, string> {
  if (secret === undefined) return { 'webhook-id': id };
  return isStandard(secret)
    ? signStandardWebhook(body, secret, { id })
    : { [SIGNATURE_HEADER]: signSignature(body, secret) };
}

export function secretOf(options: OptionValues): string | undefined {
  const name = options['secret-env'] as string | undefined;
  const secret = process.env[name ?? 'WEBHOOK_SECRET'];
  if (secret !== undefined && secret !== '') return secret;
  if (name === undefined) return undefined;
  throw new InputError(`The environment variable ${name} is not set.`);
}

/** Returns whether the secret belongs to Standard Webhooks. Other secrets sign `X-Signature`. */
export function isStandard(secret: string): boolean {
  return /^wh(?:sec|sk|pk)_/.test(secret);
}
