import { severityOf, type Finding, type Severity } from '../../../../src/shared/diagnostics.js';
import { createModeller } from '../../../../src/documents/model/class-model.js';
import { resolveLazy } from '../../../../src/documents/model/type/type-input-error.js';
import {
  resolveValidation,
  type ValidationOptions,
} from '../../../../src/documents/model/validation-options.js';
import type { Constructor } from '../../../../src/shared/types.js';
import type { ClassModel, PropertyModel, TypeRef, View } from '../../../../src/documents/model/types.js';

/** What was found, with how much it matters. */
export interface Diagnostic extends Finding {
  readonly severity: Severity;
}

export interface Walked {
  readonly model: ClassModel;
  readonly diagnostics: readonly Diagnostic[];
  /** Codes of the diagnostics with their places: `unknown-type Order.items`. */
  readonly codes: readonly string[];
  property(key: string): PropertyModel;
}

/** Walks a class, and keeps what the walk reports. */
export function walk(target: Constructor, view: Partial<View> = {}, options: ValidationOptions = {}): Walked {
  const diagnostics: Diagnostic[] = [];
  const modelOf = createModeller(resolveValidation(options), (finding) =>
    diagnostics.push({ ...finding, severity: severityOf(finding) }),
  );
  const model = modelOf(target, { direction: 'input', groups: [], version: undefined, ...view });
  return {
    model,
    diagnostics,
    codes: diagnostics.map(({ code, place }) => `${code} ${place}`),
    property: (key) => {
      const found = model.properties.find((property) => property.key === key);
      if (found === undefined) throw new Error(`${model.name} has no ${key}`);
      return found;
    },
  };
}

/** A type with every lazy reference followed, short enough to compare: `array(string)`, `User`, `a | b`. */
export function say(type: TypeRef): string {
  const settled = resolveLazy(type);
  switch (settled.kind) {
    case 'array':
      return `${settled.unique ? 'set' : 'array'}(${say(settled.items)})`;
    case 'map':
      return `map(${say(settled.values)})`;
    case 'tuple':
      return `tuple(${settled.items.map(say).join(', ')})`;
    case 'union':
      return settled.anyOf.map(say).join(' | ');
    case 'class':
      return settled.target.name;
    case 'enum':
      return `enum(${settled.members.map(({ value }) => JSON.stringify(value)).join(', ')})`;
    default:
      return settled.kind;
  }
}

/** The type of each property of a class. */
export function typesOf(target: Constructor): Record<string, string> {
  return Object.fromEntries(walk(target).model.properties.map(({ key, type }) => [key, say(type)]));
}
