import * as classValidator from 'class-validator';

let names: ReadonlyMap<string, string> | undefined;

/** A rule as its user wrote it: `@IsUUID()` for `isUuid`; one that class-validator does not export by its own name. */
export function decoratorOf(rule: string): string {
  names ??= new Map(
    Object.keys(classValidator).flatMap((name) => (isDecorator(name) ? [[name.toLowerCase(), name]] : [])),
  );
  // `@Length` runs as `isLength`.
  const name = names.get(rule.toLowerCase()) ?? names.get(rule.replace(/^is/, '').toLowerCase());
  return name === undefined ? `The rule ${rule}` : `@${name}()`;
}

/** Decorators begin with a capital; what they call, and the constants, do not look like them. */
function isDecorator(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*[a-z]/.test(name);
}
