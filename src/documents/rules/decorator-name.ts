import * as classValidator from 'class-validator';

let names: ReadonlyMap<string, string> | undefined;

/** Returns the decorator of a rule, `@IsUUID()` for `isUuid`, or the name of a custom rule. */
export function decoratorOf({
  name,
  custom = false,
}: {
  readonly name: string;
  readonly custom?: boolean;
}): string {
  const decorator = custom ? undefined : decoratorNameOf(name);
  return decorator === undefined ? `The rule ${name}` : `@${decorator}()`;
}

/** Returns the export of class-validator that declares a rule: `IsUUID` for `isUuid`. */
export function decoratorNameOf(rule: string): string | undefined {
  names ??= new Map(
    Object.keys(classValidator).flatMap((name) => (isDecorator(name) ? [[name.toLowerCase(), name]] : [])),
  );
  // `@Length` runs as `isLength`.
  return names.get(rule.toLowerCase()) ?? names.get(rule.replace(/^is/, '').toLowerCase());
}

/** Decorators begin with a capital letter; validator functions and constants do not look like that. */
function isDecorator(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*[a-z]/.test(name);
}
