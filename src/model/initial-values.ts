import type { Report } from '../diagnostic.js';
import type { Constructor } from './types.js';

/** class-transformer makes each instance with `new` and no arguments; so does this, to see the same defaults. */
export function initialValuesOf(
  target: Constructor,
  name: string,
  report: Report,
): Readonly<Record<string, unknown>> {
  try {
    return new (target as unknown as new () => Record<string, unknown>)();
  } catch (error) {
    report({
      code: 'constructor-throws',
      severity: 'warning',
      place: name,
      message: `new ${name}() throws, as it will when class-transformer makes an instance: ${error instanceof Error ? error.message : String(error)}. Its default values are not known.`,
    });
    return {};
  }
}
