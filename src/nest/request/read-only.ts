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
  if (kind !== 'body' || dto === undefined || validation === undefined || piped.unread.length > 0) return;
  for (const target of classesWithin(dto)) {
    const { properties, transformation, name } = describeClass(target);
    const rules = metadataOf(target);
    for (const { key, annotations } of properties.values()) {
      if (annotations.access !== 'readOnly' || transformation.excluded.input.has(key)) continue;
      const isRemoved = validation.options.whitelist === true && rules.get(key) === undefined;
      if (!isRemoved)
        report({
          code: 'read-only-but-passed',
          place: `${name}.${key}`,
          message: `@ReadOnly() leaves it out of the document, and Nest passes it to the handler all the same. If callers must not set it, leave it out of the class that requests use: OmitType(${name}, ['${key}']).`,
        });
    }
  }
}
