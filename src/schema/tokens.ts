import { plainJson } from '../base/plain-json.js';
import { isSettled, settle } from '../base/settled.js';
import { recordFor, setMember } from '../base/values.js';

/** Begins every symbolic reference. NUL cannot begin a reference that a user wrote. */
const PREFIX = '\u0000dtospec:';

/** The symbolic reference of the component with this number. */
export function tokenOf(number: number): string {
  return `${PREFIX}${number}`;
}

export function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PREFIX);
}

const NONE: readonly string[] = [];

/** What names a symbolic reference. */
export type RefOf = (token: string) => string;

/** A member of a part that is a symbolic reference. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly name: string;
  readonly token: string;
}

interface Part {
  readonly tokens: readonly string[];
  /** Plain JSON that nobody else holds anything of: its references are named where they stand. */
  copy: object;
  places: readonly Place[];
  /** What its tokens were named; undefined as long as they are not. */
  refs?: readonly string[];
}

/**
 * Finds and names symbolic references. Of a part that is known to stay as it is, what was found and made is kept: a
 * document that grows by one operation names the references of that one.
 */
export class Tokens {
  readonly #parts = new WeakMap<object, Part>();

  /** The symbolic references in a part, which nobody edits from now on. */
  keep(part: object): readonly string[] {
    const known = this.#parts.get(part);
    if (known !== undefined) return known.tokens;
    if (isSettled(part)) return NONE;
    const made = readPart(part);
    this.#parts.set(part, made);
    return made.tokens;
  }

  /** A plain copy of the part, which nobody edits: its references are found as it is made. */
  keepCopy<T extends object>(part: T): T {
    const made = readPart(part);
    this.#parts.set(made.copy, made);
    return made.copy as T;
  }

  /** The symbolic references in a value, in the order they stand there. */
  in(value: unknown): Set<string> {
    const found = new Set<string>();
    this.#find(value, found);
    return found;
  }

  /**
   * A copy of `value` with every symbolic reference replaced; of a part, which comes as plain JSON, the same one as long as
   * its names are.
   */
  replace<T>(value: T, refOf: RefOf): T {
    if (isToken(value)) return refOf(value) as T;
    if (typeof value !== 'object' || value === null) return value;
    const part = this.#parts.get(value);
    if (part !== undefined) return namePart(part, refOf) as T;
    return isSettled(value) ? value : this.#copy(value, refOf);
  }

  #find(value: unknown, found: Set<string>): void {
    if (isToken(value)) found.add(value);
    if (typeof value !== 'object' || value === null) return;
    const part = this.#parts.get(value);
    // The document that a part was named for may have settled it.
    if (part !== undefined) for (const token of part.tokens) found.add(token);
    else if (!isSettled(value)) this.#collect(value, found);
  }

  #collect(value: object, found: Set<string>): void {
    if (Array.isArray(value)) for (const item of value as unknown[]) this.#find(item, found);
    else
      for (const key of Object.keys(value))
        this.#find((value as Readonly<Record<string, unknown>>)[key], found);
  }

  #copy<T extends object>(value: T, refOf: RefOf): T {
    if (Array.isArray(value)) return value.map((item: unknown) => this.replace(item, refOf)) as unknown as T;
    const keys = Object.keys(value);
    const copy = recordFor<unknown>(keys);
    for (const key of keys)
      setMember(copy, key, this.replace((value as Readonly<Record<string, unknown>>)[key], refOf));
    return copy as T;
  }
}

function readPart(part: object): Part {
  const places: Place[] = [];
  const copy = plainJson(part, (text, name, holder) => {
    if (isToken(text)) places.push({ holder, name, token: text });
  });
  return { copy, places, tokens: tokensAt(places) };
}

function tokensAt(places: readonly Place[]): readonly string[] {
  const [first] = places;
  if (first === undefined) return NONE;
  return places.length === 1 ? [first.token] : [...new Set(places.map(({ token }) => token))];
}

/** Names the references of a part where they stand; others than before in a new copy, for the first one is in use. */
function namePart(part: Part, refOf: RefOf): object {
  const { tokens, refs } = part;
  if (refs !== undefined) {
    if (tokens.every((token, index) => refOf(token) === refs[index])) return part.copy;
    copyAgain(part);
  }
  part.refs = tokens.map(refOf);
  for (const { holder, name, token } of part.places) {
    setMember(holder, name, refOf(token));
    // There is no more to a reference.
    if (name === '$ref' && Object.keys(holder).length === 1) settle(holder);
  }
  return part.copy;
}

function copyAgain(part: Part): void {
  const given = part.copy;
  const named = new Map<object, Place[]>();
  for (const place of part.places) named.set(place.holder, [...(named.get(place.holder) ?? []), place]);
  const places: Place[] = [];
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const here = named.get(value);
    if (value !== given && here === undefined && isSettled(value)) return value;
    if (Array.isArray(value)) return value.map(copyOf);
    const names = Object.keys(value);
    const copy = recordFor<unknown>(names);
    for (const name of names)
      setMember(copy, name, copyOf((value as Readonly<Record<string, unknown>>)[name]));
    for (const { name, token } of here ?? []) places.push({ holder: copy, name, token });
    return copy;
  };
  part.copy = copyOf(given) as object;
  part.places = places;
}
