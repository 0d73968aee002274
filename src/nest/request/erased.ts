import { findErasedMembers } from '../../documents/model/erased-members.js';
import type { ClassModel } from '../../documents/model/types.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import { KEYS, metadata, METHODS } from '../nest-internals.js';
import type { Handler } from '../routes.js';
import type { Argument } from './arguments.js';

/** Reports members of a body that a PATCH erases, if a ValidationPipe passes instances to the handler. */
export function reportErased(
  { kind, dto, validation }: Argument,
  { callback }: Handler,
  modelOf: (dto: Constructor) => ClassModel,
  report: (finding: Finding) => void,
): void {
  if (kind !== 'body' || dto === undefined || validation?.transforms !== true) return;
  if (METHODS[Number(metadata(KEYS.method, callback))] !== 'PATCH') return;
  for (const finding of findErasedMembers(modelOf(dto))) report(finding);
}
