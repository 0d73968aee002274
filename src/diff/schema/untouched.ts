import { sameJson } from '../../json-schema/canonical.js';
import type { SpecDocument } from '../document.js';

/**
 * Finds the schemas of two documents that stand as they stood, with all that they refer to: of most documents most do,
 * and nothing in them has to be translated or judged.
 */
export class Untouched {
  /** By both pointers: what the schema refers to, or undefined where it is another. */
  private readonly known = new Map<string, readonly string[] | undefined>();

  constructor(
    private readonly old: SpecDocument,
    private readonly current: SpecDocument,
  ) {}

  /** @param before pointer into the old document; @param after into the new one */
  holds(before: string | undefined, after: string | undefined): boolean {
    // Versions read the same words differently.
    if (before === undefined || after === undefined || this.old.version !== this.current.version)
      return false;
    const places: (readonly [string, string])[] = [[before, after]];
    const followed = new Set<string>();
    // Grows by what they refer to.
    for (const [one, other] of places) {
      const references = this.referencesOf(one, other);
      if (references === undefined || !references.every((one) => one.startsWith('#'))) return false;
      for (const reference of references)
        if (!followed.has(reference)) {
          followed.add(reference);
          places.push([reference, reference]);
        }
    }
    return true;
  }

  private referencesOf(before: string, after: string): readonly string[] | undefined {
    const key = `${before} ${after}`;
    if (this.known.has(key)) return this.known.get(key);
    const [one, other] = [this.old.at(before)?.value, this.current.at(after)?.value];
    const references = sameJson(one, other) ? [...referencesIn(one)] : undefined;
    this.known.set(key, references);
    return references;
  }
}

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* referencesIn(inner);
}
