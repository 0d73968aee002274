import { findDroppedProperties } from './annotations.js';
import type { ClassFacts } from './class-facts.js';
import type { InitialValues } from './initial-values.js';
import { reportUnknownKeys, unknownKeysOf } from './mapped-types.js';
import type { Report } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';

/** Reports a class without metadata, and properties that a mapped type of Nest does not know. */
export function checkClass(facts: ClassFacts, report: Report): void {
  const { target, name, annotations, sources, properties } = facts;
  if (properties.size === 0 && annotations.type === undefined && annotations.override === undefined)
    reportEmptyClass(target, name, report);
  for (const { origin, keys } of facts.hasOrigins ? findDroppedProperties(sources, properties) : [])
    report({
      code: 'mapped-type-without-rules',
      place: name,
      message: `A mapped type of Nest made this class from ${origin.name}. It copies only properties with a rule, so ${keys.join(', ')} may be missing and are not documented. Import the mapped type of the same name from dtospec, or give the properties a rule: @Allow().`,
    });
  if (facts.isDescribed) reportUnknownKeys(target, name, report);
}

/** Compilers record one of them for a class of `import type`. */
const RECORDED_UNKNOWN = new Set<unknown>([Function, Object]);

function reportEmptyClass(target: Constructor, place: string, report: Report): void {
  report({
    code: 'class-without-metadata',
    place,
    message: emptyClassMessage(target),
  });
}

function emptyClassMessage(target: Constructor): string {
  const [unknown] = unknownKeysOf(target);
  if (unknown !== undefined)
    return `${unknown.mapping} names "${unknown.key}", which has no decorator there, so the class has no property. Correct the key (known: ${unknown.known.join(', ')}).`;
  return RECORDED_UNKNOWN.has(target)
    ? 'Compilers record it for a class of import type. Import the class with import.'
    : 'No decorator describes a property of this class, so its schema is any object. Decorate its properties. Describe a class of a library with registerType().';
}

/**
 * Reports fields that new instances have, but no decorator
 * describes (compiled for ES2022, or with an initial value).
 */
export function checkFields(
  { target, name, properties, transformation }: ClassFacts,
  { members, values }: InitialValues,
  report: Report,
): void {
  if (properties.size === 0 || transformation.strategy === 'excludeAll') return;
  const fields = members.filter((key) => !properties.has(key) && typeof values[key] !== 'function');
  const json = fields.length === 0 ? undefined : jsonOf(target);
  for (const key of fields)
    if (json === undefined || key in json || values[key] === undefined)
      report({
        code: 'undecorated-field',
        place: `${name}.${key}`,
        message:
          'This field has no decorator, so it is not documented. Operations neither read nor send it; Nest sends it. Add a rule of class-validator or another decorator, run dtospec extract, or add @Exclude() to leave it out.',
      });
}

/**
 * Returns what `toJSON` makes of a new instance. The fields that it leaves out are not meant for clients, as
 * `dataValues` of a model of Sequelize.
 */
function jsonOf(target: Constructor): object | undefined {
  try {
    const instance = new (target as unknown as new () => { toJSON?: (key: string) => unknown })();
    const json = instance.toJSON?.('');
    return isRecord(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

export function reportThrowingConstructor(place: string, report: Report): void {
  report({
    code: 'constructor-throws',
    place,
    message:
      'Its constructor throws without arguments, which is how class-transformer calls it. Its default values are unknown. Give the parameters defaults.',
  });
}
