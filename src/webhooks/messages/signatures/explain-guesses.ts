import { utf8 } from '../../../shared/bytes.js';
import { trimEnd } from '../http/headers.js';

const TRIM = 'trim what is read from the file or the environment.';

/** Mistakes with the secret, and functions that undo them. */
export const SECRET_GUESSES: Readonly<Record<string, (secret: string) => string>> = {
  [`The secret ends in a line break: ${TRIM}`]: (secret) => trimEnd(secret, '\r\n'),
  [`The secret begins with a byte order mark: ${TRIM}`]: (secret) => secret.replace(/^\uFEFF/, ''),
  [`The secret has blanks around it: ${TRIM}`]: (secret) => secret.trim(),
  'The secret is in quotes that do not belong to it.': (secret) => secret.replace(/^(["'])(.*)\1$/s, '$2'),
  'The secret was used with its "whsec_" prefix: the sender signs without it.': (secret) =>
    secret.replace(/^whsec_/, ''),
  'The secret is written in base64 here, but the sender signs with the decoded bytes.': (secret) =>
    Buffer.from(secret, 'base64').toString('utf8'),
  'The secret is written decoded here, but the sender has it in base64.': (secret) =>
    Buffer.from(secret, 'utf8').toString('base64'),
  'The secret is written in hex here, but the sender signs with the decoded bytes.': (secret) =>
    Buffer.from(secret, 'hex').toString('utf8'),
};

const BYTE_ORDER_MARK = utf8('\uFEFF');
const CHECK = 'Check the bytes as they came.';

/** Mistakes with the body. Single added or missing bytes come first, since a parser would hide them. */
export const BODY_GUESSES: Readonly<Record<string, (body: Buffer) => Buffer | Buffer[] | undefined>> = {
  [`A line break was added at the end of the body, as an editor and \`echo\` do. ${CHECK}`]: (body) =>
    Buffer.from(trimEnd(body.toString('latin1'), '\r\n'), 'latin1'),
  [`A byte order mark was added before the body, as some editors do. ${CHECK}`]: (body) =>
    body.indexOf(BYTE_ORDER_MARK) === 0 ? body.subarray(3) : undefined,
  [`The line break at the end of the body was lost, as a shell loses it in "$(…)". ${CHECK}`]: (body) =>
    ['\n', '\r\n'].map((lineBreak) => Buffer.concat([body, Buffer.from(lineBreak)])),
  'The byte order mark before the body was lost, as text() of a fetch request loses it. Check the raw bytes, e.g. with fetchRawBody().':
    (body) => Buffer.concat([BYTE_ORDER_MARK, body]),
  'The body was parsed and written again before it was checked. Keep the raw bytes, e.g. with expressRawBody().':
    (body) => readJSON(body, (value) => JSON.stringify(value)),
  // A JSON string that a framework has stringified again.
  'The body was written as a JSON string once more. Check the raw bytes, e.g. with expressRawBody().': (
    body,
  ) => readJSON(body, (value) => (typeof value === 'string' ? value : undefined)),
  'Blanks, line breaks or a byte order mark were added around the body.': (body) =>
    Buffer.from(body.toString('utf8').trim(), 'utf8'),
  'Line ends were changed from LF to CRLF.': (body) =>
    Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  'Line ends were changed from CRLF to LF.': (body) =>
    Buffer.from(body.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1'),
  'The bytes were read as Latin-1 and written as UTF-8.': (body) =>
    Buffer.from(body.toString('utf8'), 'latin1'),
};

function readJSON(body: Buffer, write: (value: unknown) => string | undefined): Buffer | undefined {
  try {
    const text = write(JSON.parse(body.toString('utf8').replace(/^\uFEFF/, '')));
    return text === undefined ? undefined : Buffer.from(text, 'utf8');
  } catch {
    return undefined;
  }
}
