/**
 * Checks a value against a format of `ajv-formats`: an expression, a function, or an object with a type. An
 * unknown format accepts every value, and so does a format of another type.
 */
export function checkFormat(format: unknown, value: unknown): boolean {
  const { type = 'string', validate = format } = Object(format) as { type?: string; validate?: unknown };
  if (typeof value !== type) return true;
  if (validate instanceof RegExp) return validate.test(value as string);
  return typeof validate === 'function' ? (validate as (value: unknown) => boolean)(value) : true;
}
