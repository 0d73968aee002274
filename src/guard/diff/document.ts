import { below, lookUp } from '../../shared/json-pointer.js';
import { isRecord } from '../../shared/values.js';
import { recogniseAcrossCopies } from '../../shared/across-copies.js';
import { DtospecError } from '../../shared/errors.js';

type SpecVersion = '3.0' | '3.1' | '3.2';

/** A place in a document: a value and the pointer to it, behind all references. */
export interface Cursor {
  readonly value: unknown;
  /** As a fragment: `#/paths/~1users`. */
  readonly pointer: string;
}

/** A document to compare. Nothing of it is edited, and of what is wrong in it as much is read as can be. */
export class SpecDocument {
  readonly version: SpecVersion;
  readonly root: Cursor;

  /** @param name what messages call it: `old` or `new`; @throws DiffError for what is no OpenAPI document */
  constructor(
    document: unknown,
    private readonly name: string,
  ) {
    if (!isRecord(document)) throw new DiffError(`The ${name} document is no object.`);
    if ('swagger' in document)
      throw new DiffError(
        `The ${name} document is Swagger ${String(document.swagger)}. Convert it to OpenAPI 3 first, for instance with npx swagger2openapi.`,
      );
    const version = /^(3\.[012])(\.|$)/.exec(String(document.openapi))?.[1];
    if (version === undefined)
      throw new DiffError(
        `The ${name} document is no OpenAPI document of 3.0, 3.1 or 3.2: its field openapi is ${sayJson(document.openapi, 'absent')}.`,
      );
    this.version = version as SpecVersion;
    this.root = { value: document, pointer: '#' };
  }

  /**
   * Returns what a fragment points to, or undefined where there is nothing.
   *
   * @throws DiffError for a reference out of the document: without its target no verdict holds
   */
  at(pointer: string): Cursor | undefined {
    if (pointer !== '#' && !pointer.startsWith('#/'))
      throw new DiffError(
        `The ${this.name} document refers to ${JSON.stringify(pointer)}, which is not a JSON Pointer into it. Bundle the document first, or compare its file with the dtospec command, which reads other files.`,
      );
    const value = lookUp(this.root.value, pointer);
    return value === undefined ? undefined : { value, pointer };
  }

  /** What stands under these keys, references followed at every step; its own fields beside a reference are lost. */
  child(cursor: Cursor | undefined, ...keys: string[]): Cursor | undefined {
    let place = cursor && this.follow(cursor);
    for (const key of keys) {
      if (place === undefined || typeof place.value !== 'object' || place.value === null) return undefined;
      if (!Object.hasOwn(place.value, key)) return undefined;
      const value = (place.value as Record<string, unknown>)[key];
      place = this.follow({ value, pointer: below(place.pointer, key) });
    }
    return place;
  }

  /** The entries of an object, or none; extensions are left out. */
  entries(cursor: Cursor | undefined): [string, Cursor][] {
    const place = cursor && this.follow(cursor);
    if (place === undefined || !isRecord(place.value)) return [];
    return Object.keys(place.value)
      .filter((key) => !key.startsWith('x-'))
      .flatMap((key) => {
        const child = this.child(place, key);
        return child === undefined ? [] : [[key, child]];
      });
  }

  /** The items of an array, or none. */
  items(cursor: Cursor | undefined): Cursor[] {
    if (!Array.isArray(cursor?.value)) return [];
    return cursor.value.flatMap((_, index) => this.child(cursor, String(index)) ?? []);
  }

  private follow(cursor: Cursor): Cursor | undefined {
    const followed = new Set<string>();
    let place = cursor;
    while (isRecord(place.value) && typeof place.value.$ref === 'string') {
      if (followed.has(place.value.$ref)) return undefined;
      followed.add(place.value.$ref);
      // A path item may have fields beside its reference, and a schema too: those are read where they are.
      const target = this.at(place.value.$ref);
      if (target === undefined) return place;
      place = target;
    }
    return place;
  }
}

/** A field of the value, if it is an object. */
export function fieldOf(cursor: Cursor | undefined, name: string): unknown {
  return isRecord(cursor?.value) ? cursor.value[name] : undefined;
}

/** A value as JSON, or a word where there is none. */
export function sayJson(value: unknown, none = 'none'): string {
  return value === undefined ? none : JSON.stringify(value);
}

/** A document that cannot be compared: it is none, of another version, or has no object where one must be. */
export class DiffError extends DtospecError {
  override readonly name = 'DiffError';
  readonly code = 'ERR_DIFF';
}

recogniseAcrossCopies({ DiffError });
