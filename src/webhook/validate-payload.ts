import { validate, type ValidationError } from 'class-validator';
import { InvalidPayloadError, type Violation } from './errors.js';
import type { FoundInstance } from './find-instances.js';

/**
 * Checks instances against their classes' class-validator rules. A class without rules passes.
 * @throws InvalidPayloadError naming properties and rules, never values
 */
export async function checkInstances(instances: readonly FoundInstance[]): Promise<void> {
  for (const { path, value } of instances) {
    // By default class-validator refuses a class that it has no rules for.
    const errors = await validate(value, { forbidUnknownValues: false });
    if (errors.length === 0) continue;
    const violations = errors.flatMap((error) => listViolations(error, path));
    throw new InvalidPayloadError(value.constructor.name, violations);
  }
}

function listViolations(error: ValidationError, parent: string): Violation[] {
  const path = joinPath(parent, error.property);
  const own = Object.keys(error.constraints ?? {}).sort();
  const nested = (error.children ?? []).flatMap((child) => listViolations(child, path));
  return own.length > 0 ? [{ path, rules: own }, ...nested] : nested;
}

function joinPath(parent: string, property: string): string {
  if (/^\d+$/.test(property)) return `${parent}[${property}]`;
  return parent === '' ? property : `${parent}.${property}`;
}
