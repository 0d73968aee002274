import { trimEnd } from '../http/headers.js';

interface SecretGuess {
  readonly change: (secret: string) => string;
  readonly message: string;
}

interface BodyGuess {
  readonly change: (body: Buffer) => Uint8Array | undefined;
  readonly message: string;
}

const TRIM = 'trim what is read from the file or the environment.';

export const SECRET_GUESSES: readonly SecretGuess[] = [
  {
    change: (secret) => trimEnd(secret, '\r\n'),
    message: `The secret ends in a line break: ${TRIM}`,
  },
  {
    change: (secret) => secret.replace(/^\uFEFF/, ''),
    message: `The secret begins with a byte order mark: ${TRIM}`,
  },
  { change: (secret) => secret.trim(), message: `The secret has blanks around it: ${TRIM}` },
  {
    change: (secret) => secret.replace(/^(["'])(.*)\1$/s, '$2'),
    message: 'The secret is in quotes that do not belong to it.',
  },
  {
    change: (secret) => secret.replace(/^whsec_/, ''),
    message: 'The secret was used with its "whsec_" prefix: the sender signs without it.',
  },
  {
    change: (secret) => Buffer.from(secret, 'base64').toString('utf8'),
    message: 'The secret is written in base64 here, but the sender signs with the decoded bytes.',
  },
  {
    change: (secret) => Buffer.from(secret, 'utf8').toString('base64'),
    message: 'The secret is written decoded here, but the sender has it in base64.',
  },
  {
    change: (secret) => Buffer.from(secret, 'hex').toString('utf8'),
    message: 'The secret is written in hex here, but the sender signs with the decoded bytes.',
  },
];

const REWRITTEN =
  'The body was parsed and written again before it was checked. Keep the raw bytes, e.g. with expressRawBody().';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF', 'utf8');

/** Changes of the body that are tried. Single added or missing bytes come first, since a parser would hide them. */
export const BODY_GUESSES: readonly BodyGuess[] = [
  {
    change: (body) => Buffer.from(trimEnd(body.toString('latin1'), '\r\n'), 'latin1'),
    message:
      'A line break was added at the end of the body, as an editor and `echo` do. Check the bytes as they came.',
  },
  {
    change: (body) => (body.indexOf(BYTE_ORDER_MARK) === 0 ? body.subarray(3) : undefined),
    message: 'A byte order mark was added before the body, as some editors do. Check the bytes as they came.',
  },
  ...['\n', '\r\n'].map((lineBreak) => ({
    change: (body: Buffer) => Buffer.concat([body, Buffer.from(lineBreak)]),
    message:
      'The line break at the end of the body was lost, as a shell loses it in "$(…)". Check the bytes as they came.',
  })),
  {
    change: (body) => Buffer.concat([BYTE_ORDER_MARK, body]),
    message:
      'The byte order mark before the body was lost, as text() of a fetch request loses it. Check the raw bytes, ' +
      'e.g. with fetchRawBody().',
  },
  { change: (body) => readJSON(body, (value) => JSON.stringify(value)), message: REWRITTEN },
  {
    // For a JSON string that a framework has stringified again.
    change: (body) => readJSON(body, (value) => (typeof value === 'string' ? value : undefined)),
    message:
      'The body was written as a JSON string once more. Check the raw bytes, e.g. with expressRawBody().',
  },
  {
    change: (body) => Buffer.from(body.toString('utf8').trim(), 'utf8'),
    message: 'Blanks, line breaks or a byte order mark were added around the body.',
  },
  {
    change: (body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    message: 'Line ends were changed from LF to CRLF.',
  },
  {
    change: (body) => Buffer.from(body.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1'),
    message: 'Line ends were changed from CRLF to LF.',
  },
  {
    change: (body) => Buffer.from(body.toString('utf8'), 'latin1'),
    message: 'The bytes were read as Latin-1 and written as UTF-8.',
  },
];

function readJSON(body: Buffer, write: (value: unknown) => string | undefined): Uint8Array | undefined {
  try {
    const text = write(JSON.parse(body.toString('utf8').replace(/^\uFEFF/, '')));
    return text === undefined ? undefined : Buffer.from(text, 'utf8');
  } catch {
    return undefined;
  }
}
