import type { Finding } from '../shared/diagnostics.js';
import type { NestRoute } from './routes.js';

/** A group of Express 5 that contains no other one. A wildcard such as `{*path}` is one parameter. */
export const GROUP = /(?<!\\)\{(?!\*)([^{}]*)\}/;

/** An optional parameter of Express 4, with the slash or dot before it. */
const OPTIONAL = /(\/?\.?:\w+(?:\((?:[^()\\]|\\.)*\))?)\?/;

/** In a regular expression, braces count repetitions. */
const EXPRESSION = '(';

/**
 * Returns the paths with and without optional parts, which OpenAPI lacks: `/cats{/:id}` becomes `/cats/:id`
 * and `/cats`, and `/image{.:type}` becomes `/image.:type` and `/image`. A form with an empty segment is left
 * out, since Express responds to `/cats/` for `/cats/{:id}`, but not to `/cats`.
 */
export function formsInExpress({ path, handler }: NestRoute, report: (finding: Finding) => void): string[] {
  const forms = allFormsOf(path);
  if (forms.length === 1) return forms;
  const whole = forms.filter((form) => form === '/' || !/\/\/|\/$/.test(form));
  if (whole.length < forms.length) {
    report({
      code: 'optional-path-parameter',
      message: `${path} is documented with its optional segment: without it, Express responds only to a path with an empty segment. Put the slash into the braces: ${path.replace(/\/\{(?=[^/*])/g, '{/')}.`,
      place: handler.place,
    });
  }
  return whole;
}

function allFormsOf(path: string): string[] {
  const group = path.includes(EXPRESSION) ? null : GROUP.exec(path);
  const optional = group ?? OPTIONAL.exec(path);
  if (optional === null) return [path];
  const before = path.slice(0, optional.index);
  const after = path.slice(optional.index + optional[0].length);
  const forms = [`${before}${optional[1] ?? ''}${after}`, `${before}${after}` || '/'];
  return [...new Set(forms.flatMap(allFormsOf))];
}
