import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  explainMismatch,
  parseJson,
  printable,
  RawBodyError,
  readRawBody,
  SIGNATURE_HEADER,
  signSignature,
  signStandardWebhook,
  STANDARD_HEADERS,
} from 'dtospec/internal';
import {
  type Command,
  countOf,
  EXIT,
  InputError,
  numberOf,
  type OptionValues,
  UsageError,
} from './command.js';
import { listen, listenOptions, untilStopped } from './listen.js';
import { parseJson as requireJson, readSource } from './load/read-source.js';

/**
 * The option that reads a secret from a file or variable: an argument would appear in the shell's history and
 * the list of processes.
 */
const SECRET_OPTION = {
  '--secret-env <name>': 'The environment variable that holds the secret [WEBHOOK_SECRET]',
};

const PORT = 8081;

export const webhookListen: Command = {
  usage: '[options]',
  help: `Receives webhooks until you stop it, and prints each with the result of its verification. With --forward, it sends them on
unchanged and returns the response. Without a secret, nothing is verified. A webhook with a wrong signature gets 401 and is
not forwarded.`,
  options: {
    ...listenOptions(PORT),
    ...SECRET_OPTION,
    '--forward <url>': 'Forward accepted webhooks to this URL',
    '--status <code>': 'The status of the response [204]',
    '--json': 'Print one line of JSON for each webhook',
  },
  examples: ['', '--forward http://localhost:3000/hooks', '--json --status 500'],
  positionals: [0, 0],
  run: async (_positionals, options, { print, note, stop }) => {
    const { forward } = options as Readonly<Record<string, string | undefined>>;
    const status = countOf(options, 'status', [200, 599]) ?? 204;
    if (forward !== undefined && !/^https?:\/\//.test(forward))
      throw new UsageError(
        `--forward is an address such as http://localhost:3000/hooks, not ${JSON.stringify(forward)}.`,
      );
    const secret = secretOf(options);
    const take = async (request: IncomingMessage): Promise<number> => {
      const body = await readRawBody(request);
      const verdict = verify(body, request.headers, secret);
      let code = verdict.isAccepted ? status : 401;
      if (verdict.isAccepted && forward !== undefined)
        code = await forwardRequest(forward, request, body, note);
      const received = describe(request, body, verdict, code);
      print(options.json === true ? `${JSON.stringify(received)}\n` : format(received));
      return code;
    };
    const server = createServer((request, response) => {
      take(request).then(
        (code) => response.writeHead(code).end(),
        (error: unknown) => {
          const code = error instanceof RawBodyError ? error.status : 500;
          note(printable(`${request.method ?? ''} ${request.url ?? ''}: ${(error as Error).message}`) + '\n');
          response.writeHead(code, { connection: 'close' }).end();
        },
      );
    });
    const address = await listen(server, options, PORT);
    note(
      `Listening for webhooks at ${address}${secret === undefined ? ', without verifying signatures: set WEBHOOK_SECRET' : ''}\n`,
    );
    await untilStopped(server, stop);
    return EXIT.done;
  },
};

interface Verdict {
  readonly isAccepted: boolean;
  readonly text: string;
}

function verify(body: Buffer, headers: IncomingHttpHeaders, secret: string | undefined): Verdict {
  if (secret === undefined) return { isAccepted: true, text: 'Not verified.' };
  const { cause, message } = explainMismatch(
    body,
    isStandard(secret) ? headers : headers[SIGNATURE_HEADER.toLowerCase()],
    secret,
  );
  return { isAccepted: cause === 'matches', text: message };
}

interface ReceivedWebhook {
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly id: string | undefined;
  readonly contentType: string | undefined;
  readonly verdict: string;
  readonly answered: number;
  readonly body: unknown;
}

/** Describes a request. It omits most headers, since they may contain credentials. */
function describe(
  request: IncomingMessage,
  body: Buffer,
  verdict: Verdict,
  answered: number,
): ReceivedWebhook {
  const { method = '', url = '', headers } = request;
  return {
    at: new Date().toISOString(),
    method,
    url,
    id: headers[STANDARD_HEADERS.id]?.toString(),
    contentType: headers['content-type'],
    verdict: verdict.text,
    answered,
    body: readable(body),
  };
}

function readable(body: Buffer): unknown {
  const text = body.toString('utf8');
  const parsed = parseJson(text);
  return parsed ? parsed.value : text;
}

function format({ at, method, url, id, contentType, verdict, answered, body }: ReceivedWebhook): string {
  const head = [at, method, url, id, contentType].filter((part) => part !== undefined).map(printable);
  // Text without an indent could look like another webhook.
  const text = typeof body === 'string' ? body.replace(/^/gm, '  ') : JSON.stringify(body, null, 2);
  return `${head.join('  ')}\n${printable(verdict)} Answered ${answered}.\n${text}\n\n`;
}

/** Headers of the connection, which a proxy does not forward (RFC 9110, 7.6.1). */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'host',
  'content-length',
  'expect',
]);

async function forwardRequest(
  to: string,
  { method = 'POST', headers }: IncomingMessage,
  body: Buffer,
  note: (text: string) => void,
): Promise<number> {
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
  try {
    const { status } = await fetch(to, {
      method,
      headers: kept.map(([name, value]) => [name, String(value)]),
      redirect: 'manual',
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    return status;
  } catch (error) {
    const { message, cause } = error as Error;
    note(`${to} did not answer: ${cause instanceof Error ? cause.message : message}\n`);
    return 502;
  }
}

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
  requireJson(body, file ?? 'Standard input');
  return body;
}

function signatureOf(body: string, id: string, secret: string | undefined): Record<string, string> {
  if (secret === undefined) return { 'webhook-id': id };
  return isStandard(secret)
    ? signStandardWebhook(body, secret, { id })
    : { [SIGNATURE_HEADER]: signSignature(body, secret) };
}

function secretOf(options: OptionValues): string | undefined {
  const name = options['secret-env'] as string | undefined;
  const secret = process.env[name ?? 'WEBHOOK_SECRET'];
  if (secret !== undefined && secret !== '') return secret;
  if (name === undefined) return undefined;
  throw new InputError(`The environment variable ${name} is not set.`);
}

function isStandard(secret: string): boolean {
  return /^wh(?:sec|sk|pk)_/.test(secret);
}
