import type { Finding } from '../shared/diagnostics.js';
import type { NestRoute } from './routes.js';
import { GROUP } from './optional-parts.js';

/** An optional last segment, as find-my-way, Fastify's router, recognizes it. */
const OPTIONAL_SEGMENT = /(\/:[^/()]*?)\?(\/?)$/;

/** An expression of a parameter. Braces in it count repetitions. */
const EXPRESSION = /(\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\))/;

/** A literal colon, a parameter with its whole name, or a backslash, which find-my-way reads as text. */
const SIGN = /::|:[^/.-]*|\\/g;

/**
 * Returns the paths of a route as find-my-way reads it, in the syntax of dtospec: with and without an
 * optional last segment, and none if no request can reach it.
 */
export function formsInFastify(route: NestRoute, report: (finding: Finding) => void): string[] {
  const { path } = route;
  if (!isReachable(route, report)) return [];
  const forms = OPTIONAL_SEGMENT.test(path)
    ? [path.replace(OPTIONAL_SEGMENT, '$1$2'), path.replace(OPTIONAL_SEGMENT, '$2') || '/']
    : [path];
  return forms.map((form) => readForm(form, route, report));
}

function readForm(form: string, { handler }: NestRoute, report: (finding: Finding) => void): string {
  const parameterPlaceholder = (name: string): string => {
    const own = /^\w*/.exec(name)?.[0] ?? '';
    if (own === name) return `:${name}`;
    report({
      code: 'path-parameter-not-in-path',
      message: `${form} has the parameter ${JSON.stringify(name)}: in Fastify, a name ends only before "/", "-", "." or "(", so @Param(${JSON.stringify(own)}) is undefined. Give the parameter an expression, as in :${own}(^[^/]+), or declare a route for each form of the path.`,
      place: handler.place,
    });
    return `:${own}`;
  };
  const parts = form.split(EXPRESSION).map((part) =>
    EXPRESSION.test(part)
      ? part
      : part.replace(SIGN, (sign) => {
          if (sign === '::') return String.raw`\:`;
          return sign === '\\' ? String.raw`\\` : parameterPlaceholder(sign.slice(1));
        }),
  );
  return parts.join('');
}

/** Returns false for groups and question marks that Fastify reads as text, and reports them. */
function isReachable({ path, handler }: NestRoute, report: (finding: Finding) => void): boolean {
  const [sign] = path.includes('(') ? (/\)\?/.exec(path) ?? []) : (GROUP.exec(path) ?? []);
  if (sign === undefined) return true;
  const optional = path.replace(/(?:\{\/|\/\{)(:\w+)\}$/, '/$1?');
  const remedy =
    optional === path || GROUP.test(optional)
      ? 'Declare a route for each form of the path'
      : `For an optional last segment, write ${optional}`;
  report({
    code: 'unreachable-route',
    message: `${path} is left out: Fastify reads its ${sign === ')?' ? 'question mark' : 'braces'} as text, so nobody requests it. ${remedy}.`,
    place: handler.place,
  });
  return false;
}
