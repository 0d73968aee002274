import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { parseJson } from '../../shared/values.js';
import { explainMismatch } from '../../webhooks/messages/signatures/explain.js';
import { RawBodyError, readRawBody } from '../../webhooks/messages/receiving/raw-body.js';
import { SIGNATURE_HEADER, STANDARD_HEADERS } from '../../webhooks/messages/signatures/sign.js';
import { type Command, countOf, EXIT, UsageError } from '../command.js';
import { listen, listenOptions, untilStopped } from '../listen.js';
import { isStandard, SECRET_OPTION, secretOf } from './send.js';

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
      const code = !verdict.isAccepted
        ? 401
        : forward === undefined
          ? status
          : await handOn(forward, request, body, note);
      const received = describe(request, body, verdict, code);
      print(options.json === true ? `${JSON.stringify(received)}\n` : format(received));
      return code;
    };
    const server = createServer((request, response) => {
      take(request).then(
        (code) => response.writeHead(code).end(),
        (error: unknown) => {
          const code = error instanceof RawBodyError ? error.status : 500;
          note(`${request.method ?? ''} ${request.url ?? ''}: ${(error as Error).message}\n`);
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
    ...{ method, url, id: headers[STANDARD_HEADERS.id]?.toString(), contentType: headers['content-type'] },
    ...{ verdict: verdict.text, answered, body: readable(body) },
  };
}

function readable(body: Buffer): unknown {
  const text = body.toString('utf8');
  const parsed = parseJson(text);
  return parsed ? parsed.value : text;
}

function format({ at, method, url, id, contentType, verdict, answered, body }: ReceivedWebhook): string {
  const head = [at, method, url, id, contentType].filter((one) => one !== undefined).join('  ');
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return `${head}\n${verdict} Answered ${answered}.\n${text}\n\n`.replace(
    'not verified Answered',
    'Not verified. Answered',
  );
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

async function handOn(
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
