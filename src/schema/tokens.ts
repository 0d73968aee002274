import { plainJson } from '../base/plain-json.js';
import { isSettled } from '../base/settled.js';
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

interface Part {
  readonly tokens: readonly string[];
  /** It is plain JSON, and nobody else holds anything of it. */
  readonly isCopy: boolean;
  /** How its references were named the last time, and how it reads with those. */
  refs?: readonly string[];
  named?: object;
}

/**
 * Finds and names symbolic references. Of a part that is known to stay as it is, what was found and made is kept: a
 * document that grows by one operation names the references of that one.
 */
export class Tokens {
  readonly #parts = new WeakMap<object, Part>();

  /** The symbolic references in a part, which nobody edits from now on. */
  keep(part: object): readonly string[] {
    if (isSettled(part)) return NONE;
    const known = this.#parts.get(part);
    if (known !== undefined) return known.tokens;
    const found = new Set<string>();
    this.#collect(part, found);
    const tokens = [...found];
    this.#parts.set(part, { tokens, isCopy: false });
    return tokens;
  }

  /** A plain copy of the part, which nobody edits: its references are found as it is made. */
  keepCopy<T extends object>(part: T): T {
    const found = new Set<string>();
    const copy = plainJson(part, (text) => {
      if (isToken(text)) found.add(text);
      return text;
    });
    this.#parts.set(copy, { tokens: [...found], isCopy: true });
    return copy;
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
    if (typeof value !== 'object' || value === null || isSettled(value)) return value;
    const part = this.#parts.get(value);
    return part === undefined ? this.#copy(value, refOf) : (this.#named(value, part, refOf) as T);
  }

  #named(value: object, part: Part, refOf: RefOf): object {
    const { tokens, refs, isCopy } = part;
    if (isCopy && tokens.length === 0) return value;
    if (part.named !== undefined && tokens.every((token, index) => refOf(token) === refs?.[index]))
      return part.named;
    part.refs = tokens.map(refOf);
    return (part.named = plainJson(value, (text) => (isToken(text) ? refOf(text) : text)));
  }

  #find(value: unknown, found: Set<string>): void {
    if (isToken(value)) found.add(value);
    if (typeof value !== 'object' || value === null || isSettled(value)) return;
    const part = this.#parts.get(value);
    if (part === undefined) this.#collect(value, found);
    else for (const token of part.tokens) found.add(token);
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
