import type { Report } from '../../../shared/diagnostics.js';
import { Checker } from '../../json-schema/checker/checker.js';
import { describeFault } from '../../json-schema/checker/describe-fault.js';
import type { Schema } from '../../json-schema/schema.js';
import type { Resolve } from '../../json-schema/walk.js';

export interface ExampleOfSchema {
  readonly value: unknown;
  readonly schema: Schema;
  readonly place: string;
}

export function checkExamples(examples: readonly ExampleOfSchema[], resolve: Resolve, report: Report): void {
  if (examples.length === 0) return;
  const checker = new Checker({ resolve });
  for (const { value, schema, place } of examples) {
    const [fault] = checker.faultsOf(schema, value, 1);
    if (fault === undefined) continue;
    const detail = JSON.stringify(value);
    report({
      code: 'example-mismatch',
      message: `The example ${detail} does not satisfy its schema: ${describeFault(fault)}. Change the example, or the rules.`,
      detail,
      place,
    });
  }
}
