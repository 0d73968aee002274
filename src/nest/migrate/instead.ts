import type { PropertyAnnotations } from '../../../decorators/record.js';
import { ownProperties, replaceProperties } from '../../../decorators/store.js';
import type { Constructor } from '../../shared/types.js';
import { propertyAnnotationsOf, propertyKeysOf } from '../../documents/model/annotations.js';
import { apiPropertyFacts } from '../../documents/model/api-property/facts.js';
import { isMadeOptional } from '../../documents/model/class-validator/copies.js';
import { defined, extraModelsOf, type Loose } from '../../documents/model/nest-swagger/metadata.js';

export interface TryInstead {
  readonly apply: (words: Loose, parts: readonly string[]) => void;
  readonly undo: () => void;
}

/**
 * Returns two functions: one annotates a property and its copies in mapped types, the other removes the annotations.
 *
 * @param copies the classes that mapped types made of the owner
 */
export function tryInstead(owner: Constructor, copies: readonly Constructor[], key: string): TryInstead {
  const targets = [owner, ...copies.filter((copy) => propertyKeysOf(copy).includes(key))];
  const before = targets.map((target) => [target, ownProperties(target)] as const);
  const carried = copies.map(
    (copy) =>
      [copy, propertyKeysOf(copy).map((one) => [one, propertyAnnotationsOf(copy, one)] as const)] as const,
  );
  const undo = (): void => {
    for (const [target, annotations] of before)
      if (ownProperties(target) !== annotations) replaceProperties(target, annotations);
  };
  const apply = (words: Loose, parts: readonly string[]): void => {
    undo();
    const said = annotationsFor(words, parts, owner);
    replaceProperties(
      owner,
      new Map([...ownProperties(owner), [key, { ...ownProperties(owner).get(key), ...said }]]),
    );
    for (const [copy, annotations] of carried) {
      if (!targets.includes(copy)) continue;
      const { presence, ...rest } = said;
      const own = presence === undefined || isMadeOptional(copy, key) ? rest : { ...rest, presence };
      replaceProperties(
        copy,
        new Map([...annotations, [key, { ...propertyAnnotationsOf(copy, key), ...own }]]),
      );
    }
  };
  return { apply, undo };
}

function annotationsFor(words: Loose, parts: readonly string[], owner: Constructor): PropertyAnnotations {
  const { annotations, type, access, nullable } = apiPropertyFacts(words, extraModelsOf(owner));
  const { title, description, examples, deprecated } = annotations;
  const said = { title, description, example: examples, default: annotations.default, deprecated, type };
  const taken = Object.entries(said).filter(([part]) => parts.includes(part));
  const { example, ...rest } = Object.fromEntries(taken);
  return defined({
    ...rest,
    examples: example,
    nullable: parts.includes('nullable') && nullable ? true : undefined,
    access: parts.includes('readOnly') || parts.includes('writeOnly') ? access : undefined,
    presence: parts.find((part) => part === 'required' || part === 'optional'),
  });
}
