import {
  below,
  DtospecError,
  isRecord,
  isTooDeep,
  MOST_LEVELS,
  lookUp,
  recogniseAcrossCopies,
} from 'dtospec/internal';

type SpecVersion = '3.0' | '3.1' | '3.2';

export interface Cursor {
  readonly value: unknown;
  readonly pointer: string;
}

export class SpecDocument {
  readonly version: SpecVersion;
  readonly root: Cursor;

  /**
   * @param name `old` or `new`, for messages
   * @throws DiffError unless it is an OpenAPI document
   */
  constructor(
    document: unknown,
    private readonly name: string,
  ) {
    if (!isRecord(document)) throw new DiffError(`The ${name} document is not an object.`);
    if ('swagger' in document)
      throw new DiffError(
        `The ${name} document is Swagger ${String(document.swagger)}. Convert it to OpenAPI 3 first, for instance with npx swagger2openapi.`,
      );
    const version = /^(3\.[012])(\.|$)/.exec(String(document.openapi))?.[1];
    if (version === undefined)
      throw new DiffError(
        `The ${name} document is not an OpenAPI document of version 3.0, 3.1 or 3.2: its field openapi is ${sayJson(document.openapi, 'absent')}.`,
      );
    if (isTooDeep(document))
      throw new DiffError(
        `The ${name} document is nested more than ${MOST_LEVELS} levels deep. Move deep schemas to components, and refer to them with $ref.`,
      );
    this.version = version as SpecVersion;
    this.root = { value: document, pointer: '#' };
  }

  /**
   * Returns the value at a pointer, or undefined.
   *
   * @throws DiffError for a reference to another file, whose content is unknown
   */
  at(pointer: string): Cursor | undefined {
    if (pointer !== '#' && !pointer.startsWith('#/'))
      throw new DiffError(
        `The ${this.name} document refers to ${JSON.stringify(pointer)}, which is not a JSON Pointer into it. Bundle the document first, or compare its file with the dtospec command, which reads other files.`,
      );
    const value = lookUp(this.root.value, pointer);
    return value === undefined ? undefined : { value, pointer };
  }

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

  entries(cursor: Cursor | undefined): [string, Cursor][] {
    const place = cursor && this.follow(cursor);
    if (place === undefined || !isRecord(place.value)) return [];
    return Object.keys(place.value).flatMap((key) => {
      const child = this.child(place, key);
      return child === undefined ? [] : [[key, child]];
    });
  }

  fields(cursor: Cursor | undefined): [string, Cursor][] {
    return this.entries(cursor).filter(([key]) => !key.startsWith('x-'));
  }

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
      // A path item and a schema may have fields beside their reference. Their readers handle these fields.
      const target = this.at(place.value.$ref);
      if (target === undefined) return place;
      place = target;
    }
    return place;
  }
}

export function fieldOf(cursor: Cursor | undefined, name: string): unknown {
  return isRecord(cursor?.value) ? cursor.value[name] : undefined;
}

export function isOver(part: unknown, date: Date): boolean {
  if (!isRecord(part) || part.deprecated !== true) return false;
  return typeof part['x-sunset'] === 'string' && Date.parse(part['x-sunset']) <= date.getTime();
}

export function sayJson(value: unknown, none = 'none'): string {
  return value === undefined ? none : JSON.stringify(value);
}

/** A document that cannot be compared, for example one of an unsupported OpenAPI version. */
export class DiffError extends DtospecError {
  override readonly name = 'DiffError';
  readonly code = 'ERR_DIFF';
}

recogniseAcrossCopies({ DiffError });
