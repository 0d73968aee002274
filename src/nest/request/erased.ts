import { findErasedMembers } from '../../documents/model/erased-members.js';
import type { ClassModel, PropertyModel } from '../../documents/model/types.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import { KEYS, metadata, METHODS } from '../nest-internals.js';
import type { Handler } from '../routes.js';
import type { Argument } from './arguments.js';

interface PatchCheck {
  readonly handler: Handler;
  readonly modelOf: (dto: Constructor) => ClassModel;
  /** True if the configuration decides whether optional properties may be null. */
  readonly decidesNull: boolean;
  readonly report: (finding: Finding) => void;
}

/**
 * Reports what a PATCH erases: members with the value undefined, if a ValidationPipe passes instances to the
 * handler, and members that it accepts with the value null.
 */
export function reportErased(
  { kind, dto, validation }: Argument,
  { handler: { callback }, modelOf, decidesNull, report }: PatchCheck,
): void {
  if (kind !== 'body' || dto === undefined || validation === undefined) return;
  if (METHODS[Number(metadata(KEYS.method, callback))] !== 'PATCH') return;
  const model = modelOf(dto);
  if (validation.transforms) for (const finding of findErasedMembers(model)) report(finding);
  if (!decidesNull) reportNull(model, report);
}

function reportNull({ name, properties }: ClassModel, report: (finding: Finding) => void): void {
  const keys = properties.filter(acceptsUndocumentedNull).map(({ key }) => key);
  if (keys.length === 0) return;
  report({
    code: 'null-in-patch',
    place: name,
    message:
      `The pipe accepts null for ${keys.join(', ')} in this body of a PATCH, and the document does not. ` +
      'To document it, set nullableOptional: true; to refuse it, write ' +
      '@ValidateIf((_, value) => value !== undefined) in place of @IsOptional(). ' +
      'nullableOptional: false hides this.',
  });
}

function acceptsUndocumentedNull({ presence, rules, conversion }: PropertyModel): boolean {
  const { required, nullable, acceptsNull } = presence;
  return acceptsNull && !nullable && !required && rules.length > 0 && !conversion.transformed;
}
