import type { Constructor } from '../../shared/types.js';
import { describeClass } from '../../documents/model/class-facts.js';
import { metadataOf } from '../../documents/model/class-validator/metadata.js';
import type { Finding } from '../../shared/diagnostics.js';
import { classesWithin } from '../response-classes.js';
import type { Argument } from './arguments.js';

/** Reports members with `@ReadOnly` that the pipes of Nest pass to the handler. Operations drop them. */
export function reportReadOnly(
  { kind, dto, piped, validation }: Argument,
  report: (finding: Finding) => void,
): void {
  if (kind !== 'body' || dto === undefined || validation === undefined) return;
  // A pipe of the application may remove them.
  if (piped.unread.length > 0) return;
  for (const target of classesWithin(dto)) {
    const { name } = describeClass(target);
    for (const key of passedReadOnlyKeys(target, validation.options.whitelist === true))
      report({
        code: 'read-only-but-passed',
        place: `${name}.${key}`,
        message: `@ReadOnly() leaves it out of the document, and Nest passes it to the handler all the same. If callers must not set it, leave it out of the class that requests use: OmitType(${name}, ['${key}']).`,
      });
  }
}

/** @param isWhitelisted true if validation removes properties without rules */
function passedReadOnlyKeys(target: Constructor, isWhitelisted: boolean): string[] {
  const { properties, transformation } = describeClass(target);
  const rules = metadataOf(target);
  const isPassed = (key: string): boolean =>
    !transformation.excluded.input.has(key) && !(isWhitelisted && rules.get(key) === undefined);
  const readOnly = [...properties.values()].filter(({ annotations }) => annotations.access === 'readOnly');
  return readOnly.map(({ key }) => key).filter(isPassed);
}
