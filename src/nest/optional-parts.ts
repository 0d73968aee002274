import type { Finding } from '../shared/diagnostics.js';
import type { NestRoute } from './routes.js';

/** A group of Express 5 that contains no other one. A wildcard such as `{*path}` is one parameter. */
const GROUP = /(?<!\\)\{(?!\*)([^{}]*)\}/;

/** An optional segment of Express 4 and Fastify. */
const SEGMENT = /(\/:\w+)\?/;

/** In a regular expression, braces count repetitions. */
const EXPRESSION = '(';

/**
 * Returns the paths with and without optional parts, which OpenAPI lacks: `/cats{/:id}` becomes `/cats/:id` and `/cats`,
 * and `/image{.:type}` becomes `/image.:type` and `/image`. A form with an empty segment is left out, since Express
 * responds to `/cats/` for `/cats/{:id}`, but not to `/cats`.
 */
export function formsOf({ path, handler }: NestRoute, report: (finding: Finding) => void): string[] {
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
  const found = group ?? SEGMENT.exec(path);
  if (found === null) return [path];
  const before = path.slice(0, found.index);
  const after = path.slice(found.index + found[0].length);
  const forms = [`${before}${found[1] ?? ''}${after}`, `${before}${after}` || '/'];
  return [...new Set(forms.flatMap(allFormsOf))];
}

/** Returns whether Fastify reads a path as Nest's documentation has it, and reports groups, which it reads as text. */
export function isReadByFastify({ path, handler }: NestRoute, report: (finding: Finding) => void): boolean {
  if (path.includes(EXPRESSION) || !GROUP.test(path)) return true;
  const optional = path.replace(/(?:\{\/|\/\{)(:\w+)\}$/, '/$1?');
  const remedy = GROUP.test(optional)
    ? 'Declare a route for each form of the path'
    : `For an optional last segment, write ${optional}`;
  report({
    code: 'unreachable-route',
    message: `${path} is left out: Fastify reads its braces as text, so nobody requests it. ${remedy}.`,
    place: handler.place,
  });
  return false;
}
