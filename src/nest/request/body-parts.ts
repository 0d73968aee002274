import type { ClassModel } from '../../documents/model/types.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import type { Argument } from './arguments.js';

/**
 * Reports `@Body('name')` beside `@Body()` whose class lacks the member. Nest validates the whole body with
 * this class, also for the other argument.
 */
export function reportUndeclaredParts(
  inBody: readonly Argument[],
  place: string,
  modelOf: (dto: Constructor) => ClassModel,
  report: (finding: Finding) => void,
): void {
  const parts = inBody.flatMap(({ name }) => name ?? []);
  for (const { name, dto } of inBody) {
    if (name !== undefined || dto === undefined) continue;
    const { closed, name: className, properties } = modelOf(dto);
    const missing = parts.filter((part) => !properties.some((property) => property.name === part));
    if (!closed || missing.length === 0) continue;
    const shown = missing.map((part) => `@Body('${part}')`).join(' and ');
    report({
      code: 'property-not-whitelisted',
      place,
      message:
        `The handler takes ${shown} beside @Body() of ${className}, which does not declare it, so ` +
        'forbidNonWhitelisted rejects requests that have it. ' +
        `Declare it in ${className} with a decorator of class-validator.`,
    });
  }
}
