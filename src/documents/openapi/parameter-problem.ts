import type { DiagnosticCode, Finding } from '../../shared/diagnostics.js';
import { isToken } from '../../shared/http.js';
import type { ParameterObject } from './document.js';
import type { PathTemplate } from './path.js';

export type Problem = Omit<Finding, 'place'>;
export type Named = Pick<ParameterObject, 'name' | 'in'>;

/** Headers that OpenAPI says with other fields; a parameter of such a name "SHALL be ignored". */
const SAID_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['accept', 'the content types of the responses'],
  ['content-type', "the request body's contentType"],
  ['authorization', 'security'],
]);

/** Why a parameter cannot stand in a document, or undefined. */
export function findParameterProblem(
  parameter: Named,
  template: PathTemplate | undefined,
): Problem | undefined {
  const { name, in: location } = parameter;
  if (typeof name !== 'string' || name === '') {
    return error('parameter-without-name', 'The parameter has no name and is left out. Give it one.');
  }
  switch (location) {
    case 'query':
    case 'querystring':
      return undefined;
    case 'cookie':
      return isToken(name) ? undefined : notAToken('cookie', name);
    case 'header':
      return isToken(name) ? findReservedHeader(name) : notAToken('header', name);
    case 'path':
      return template === undefined || template.parameters.includes(name)
        ? undefined
        : notInTemplate(name, template);
    default:
      return error(
        'unknown-parameter-place',
        `A parameter cannot be in ${JSON.stringify(location)} and is left out. Use path, query, header, cookie or querystring.`,
      );
  }
}

/** A header or cookie that HTTP cannot carry. */
export function notAToken(what: 'header' | 'cookie', name: string): Problem {
  return error(
    `invalid-${what}-name`,
    `${JSON.stringify(name)} cannot be the name of a ${what} and is left out: HTTP allows letters, digits and !#$%&'*+-.^_\`|~ there.`,
  );
}

function findReservedHeader(name: string): Problem | undefined {
  const instead = SAID_ELSEWHERE.get(name.toLowerCase());
  if (instead === undefined) return undefined;
  return {
    code: 'reserved-header',
    message: `OpenAPI ignores a parameter for the header ${name}, so it is left out. Say it by ${instead}.`,
  };
}

function notInTemplate(name: string, template: PathTemplate): Problem {
  const known = template.parameters.map((parameter) => `{${parameter}}`).join(', ') || 'no parameters';
  return {
    code: 'path-parameter-not-in-path',
    message: `The path parameter ${name} is left out, for the path has ${known}. Rename it, or add {${name}} to the path.`,
  };
}

function error(code: DiagnosticCode, message: string): Problem {
  return { code, message };
}
