import { isRecord } from '../../../shared/values.js';
import { textOf } from '../schema/text-forms.js';

/** How a parameter or header is written. */
export interface Style {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

type Writer = (value: unknown, style: Style) => string;

/** Writes a value as OpenAPI's style says (3.1, 4.8.12.3 and RFC 6570); the text that stands in the message. */
export function serialize(value: unknown, style: Style): string {
  return (WRITERS[style.style] ?? form)(value, style);
}

const WRITERS: Readonly<Record<string, Writer>> = {
  form,
  simple: (value, { explode }) => list(value, ',', explode),
  label: (value, { explode }) => `.${list(value, explode ? '.' : ',', explode)}`,
  matrix: (value, { name, explode }) => {
    if (explode && Array.isArray(value)) return value.map((item) => `;${name}=${textOf(item)}`).join('');
    if (explode && isRecord(value))
      return pairs(value, '=')
        .map((pair) => `;${pair}`)
        .join('');
    return `;${name}=${list(value, ',', false)}`;
  },
  spaceDelimited: (value, style) =>
    style.explode ? form(value, style) : `${style.name}=${list(value, '%20', false)}`,
  pipeDelimited: (value, style) =>
    style.explode ? form(value, style) : `${style.name}=${list(value, '|', false)}`,
  deepObject: (value, style) =>
    isRecord(value)
      ? Object.entries(value)
          .map(([key, item]) => `${style.name}[${key}]=${textOf(item)}`)
          .join('&')
      : form(value, style),
  cookie: form,
};

function form(value: unknown, { name, explode }: Style): string {
  if (explode && Array.isArray(value)) return value.map((item) => `${name}=${textOf(item)}`).join('&');
  if (explode && isRecord(value)) return pairs(value, '=').join('&');
  return `${name}=${list(value, ',', false)}`;
}

function list(value: unknown, separator: string, explode: boolean): string {
  if (Array.isArray(value)) return value.map(textOf).join(separator);
  if (isRecord(value)) return pairs(value, explode ? '=' : separator).join(separator);
  return textOf(value);
}

function pairs(value: Readonly<Record<string, unknown>>, between: string): string[] {
  return Object.entries(value).map(([key, item]) => `${key}${between}${textOf(item)}`);
}
