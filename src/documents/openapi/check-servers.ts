import type { Report } from '../../shared/diagnostics.js';
import type { Server } from './objects.js';

/** A variable as callers without types may write it. */
interface Variable {
  readonly default?: unknown;
  readonly enum?: unknown;
}

/** Each `{variable}` of the URL is declared, and its default is one of its enum (OpenAPI 3.1, 4.8.5 and 4.8.6). */
export function checkServer({ url, variables = {} }: Server, place: string, report: Report): void {
  const fault = (message: string): void => {
    report({ code: 'invalid-server', message, place });
  };
  for (const [, name = ''] of url.matchAll(/\{([^{}]+)\}/g))
    if (!Object.hasOwn(variables, name))
      fault(
        `The URL ${JSON.stringify(url)} has a variable {${name}} that is not declared. Add it: variables: { ${name}: { default: '…' } }.`,
      );
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    const problem = url.includes(`{${name}}`) ? problemOf(variable) : 'is not in its URL.';
    if (problem !== undefined) fault(`The variable {${name}} ${problem}`);
  }
}

function problemOf({ default: fallback, enum: values }: Variable): string | undefined {
  if (typeof fallback !== 'string') return 'needs a default, a string.';
  if (values === undefined) return undefined;
  if (!Array.isArray(values) || values.length === 0 || values.some((value) => typeof value !== 'string'))
    return 'needs a non-empty array of strings for its enum, or none.';
  if (values.includes(fallback)) return undefined;
  return `has the default ${JSON.stringify(fallback)}, which is not in its enum. Add it there, or use another default.`;
}
