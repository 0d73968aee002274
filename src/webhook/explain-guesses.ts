/** A usual mistake with the secret, undone. */
export interface SecretGuess {
  readonly change: (secret: string) => string;
  readonly message: string;
}

/** A usual change to the body, undone. Undefined where it does not apply. */
export interface BodyGuess {
  readonly change: (body: Buffer) => Uint8Array | undefined;
  readonly message: string;
}

export const SECRET_GUESSES: readonly SecretGuess[] = [
  {
    change: (secret) => secret.trim(),
    message:
      'The secret has blanks or a line break around it: trim what is read from the file or the environment.',
  },
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
    message: 'The secret is written in base64 here, but the sender signs with what it says decoded.',
  },
  {
    change: (secret) => Buffer.from(secret, 'utf8').toString('base64'),
    message: 'The secret is written decoded here, but the sender has it in base64.',
  },
  {
    change: (secret) => Buffer.from(secret, 'hex').toString('utf8'),
    message: 'The secret is written in hex here, but the sender signs with what it says decoded.',
  },
];

const REWRITTEN =
  'The body was parsed and written again before it was checked. Keep the raw bytes, e.g. with expressRawBody().';

export const BODY_GUESSES: readonly BodyGuess[] = [
  { change: (body) => readJSON(body, (value) => JSON.stringify(value)), message: REWRITTEN },
  {
    // A parser that was given a JSON string, and a framework that stringified it once more.
    change: (body) => readJSON(body, (value) => (typeof value === 'string' ? value : undefined)),
    message:
      'The body was written as a JSON string once more. Check the raw bytes, e.g. with expressRawBody().',
  },
  {
    change: (body) =>
      Buffer.from(
        body
          .toString('utf8')
          .replace(/^\uFEFF/, '')
          .trim(),
        'utf8',
      ),
    message: 'Blanks, a line break or a byte order mark were added around the body.',
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
