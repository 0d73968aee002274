import { isRecord } from './values.js';

/** Name and text of each pair in a query or cookie header. A path or header has one text without a name. */
export type Written = readonly (readonly [name: string, text: string])[];

export type Texts =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, string])[] };

export function textsOf(value: unknown): Texts | undefined {
  if (Array.isArray(value)) {
    const items = value.map(textOf);
    return value.length > 0 && items.every((item) => item !== undefined)
      ? { kind: 'list', items }
      : undefined;
  }
  if (isRecord(value)) {
    const members = Object.entries(value).map(([key, member]) => [key, textOf(member)] as const);
    if (members.length === 0) return undefined;
    return members.every((member): member is readonly [string, string] => member[1] !== undefined)
      ? { kind: 'object', members }
      : undefined;
  }
  const text = textOf(value);
  return text === undefined ? undefined : { kind: 'scalar', text };
}

/** Returns the texts of a value, percent-encoded for a URL before separators join them. */
export function encodedTexts(value: unknown): Texts | undefined {
  return textsOf(encoded(value));
}

function encoded(value: unknown): unknown {
  if (typeof value === 'string') return isWellFormed(value) ? encodeURIComponent(value) : value;
  if (Array.isArray(value)) return value.map(encoded);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map((pair) => pair.map(encoded) as [string, unknown]));
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return isWellFormed(value) ? value : undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * Writes a parameter in a style (OpenAPI 3.1, 4.8.12.4, "Style Examples"; RFC 6570). An unknown style is
 * treated as `form`.
 *
 * @returns undefined if the style cannot represent the value
 */
export function writeStyle(style: string, name: string, texts: Texts, explode: boolean): Written | undefined {
  return (WRITERS[style] ?? WRITERS.form)?.(name, texts, explode);
}

type Write = (name: string, texts: Texts, explode: boolean) => Written | undefined;

const joined =
  (separator: string): Write =>
  (name, texts, explode) => {
    const key = encodeURIComponent(name);
    if (texts.kind === 'scalar') return [[key, texts.text]];
    if (texts.kind === 'list')
      return explode ? texts.items.map((item) => [key, item]) : [[key, texts.items.join(separator)]];
    return explode ? texts.members : [[key, texts.members.flat().join(separator)]];
  };

function flat(texts: Texts, separator: string, explode: boolean): string {
  if (texts.kind === 'scalar') return texts.text;
  if (texts.kind === 'list') return texts.items.join(separator);
  return texts.members.map((member) => member.join(explode ? '=' : ',')).join(explode ? separator : ',');
}

const WRITERS: Readonly<Partial<Record<string, Write>>> = {
  form: joined(','),
  spaceDelimited: joined('%20'),
  pipeDelimited: joined('%7C'),
  cookie: joined(','),
  deepObject: (name, texts) =>
    texts.kind === 'object'
      ? texts.members.map(([key, text]) => [`${encodeURIComponent(name)}[${key}]`, text])
      : undefined,
  simple: (_, texts, explode) => [['', flat(texts, ',', explode)]],
  label: (_, texts, explode) => [['', `.${flat(texts, explode ? '.' : ',', explode)}`]],
  matrix: (name, texts, explode) => {
    if (texts.kind === 'scalar' || !explode) return [['', `;${name}=${flat(texts, ',', false)}`]];
    const pairs: Written = texts.kind === 'list' ? texts.items.map((item) => [name, item]) : texts.members;
    return [['', pairs.map(([key, text]) => `;${key}=${text}`).join('')]];
  },
};

/** Returns false for a string with a lone surrogate, which UTF-8 cannot encode. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
