import { sameJson } from '../../../documents/json-schema/canonical.js';
import type { SpecDocument } from '../document.js';
import { PairMemo } from './pair-memo.js';

/**
 * Finds the schemas of two documents that are written alike, with all that they refer to: of most documents most are,
 * and nothing in them has to be translated or judged.
 */
export class Untouched {
  private readonly memo = new PairMemo();

  constructor(
    private readonly old: SpecDocument,
    private readonly current: SpecDocument,
  ) {}

  /** @param before pointer into the old document; @param after into the new one */
  holds(before: string | undefined, after: string | undefined): boolean {
    // Versions read the same words differently.
    if (before === undefined || after === undefined || this.old.version !== this.current.version)
      return false;
    const [one, other] = [this.old.at(before)?.value, this.current.at(after)?.value];
    if (!isObject(one) || !isObject(other)) return one === other;
    return this.memo.ask(
      one,
      other,
      () =>
        sameJson(one, other) &&
        [...referencesIn(one)].every((reference) => isLocal(reference) && this.holds(reference, reference)),
    );
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A reference out of the document may be an example's: whoever translates the schema finds out. */
function isLocal(reference: string): boolean {
  return reference === '#' || reference.startsWith('#/');
}

function* referencesIn(value: unknown): Generator<string> {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value))
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* referencesIn(inner);
}
