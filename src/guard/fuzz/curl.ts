import type { WrittenRequest } from './write/request.js';

type Header = readonly [name: string, value: string];

/** Returns a request as a shell command. It hides the values of the option `headers`, which may be credentials. */
export function curlOf(
  url: string,
  { method, headers, body }: WrittenRequest,
  fixed: readonly Header[],
): string {
  const hidden = fixed.map(([name]): Header => [name, '…']);
  const names = new Set(fixed.map(([name]) => name.toLowerCase()));
  const shown = [...hidden, ...headers.filter(([name]) => !names.has(name.toLowerCase()))];
  const isPlain = body === undefined || isShowable(body);
  // Otherwise curl says that a body is a form.
  const hasType = shown.some(([name]) => name.toLowerCase() === 'content-type');
  const command = [
    'curl',
    ...(method === 'GET' && body === undefined ? [] : method === 'HEAD' ? ['--head'] : ['--request', method]),
    ...['--path-as-is', '--globoff', quote(url)],
    ...shown.flatMap(([name, value]) => ['--header', quote(value === '' ? `${name};` : `${name}: ${value}`)]),
    ...(body === undefined || hasType ? [] : ['--header', "'Content-Type:'"]),
    ...(body === undefined ? [] : isPlain ? ['--data-raw', quote(body.toString())] : ['--data-binary', '@-']),
  ].join(' ');
  return isPlain ? command : `printf '%b' ${quote(escapeBytes(body))} | ${command}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function isShowable(body: Buffer): boolean {
  const text = body.toString();
  return Buffer.from(text).equals(body) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}

/** Escapes bytes for `%b` of `printf`. */
function escapeBytes(body: Buffer): string {
  return Array.from(body, (byte) => {
    if (byte === 0x5c) return '\\\\';
    return byte >= 0x20 && byte < 0x7f
      ? String.fromCharCode(byte)
      : `\\0${byte.toString(8).padStart(3, '0')}`;
  }).join('');
}
