import { isAtLeast } from '../config/config.js';
import { FORM } from '../../../shared/media-types.js';
import { ANY_VALUE } from '../../../../decorators/type-input.js';
import { nonEmptyText } from '../omit-empty.js';
import { omitUndefined } from '../../../shared/values.js';
import { createSchema, type OperationContext, viewOf } from '../context.js';
import type { ParameterObject, ParameterPlace } from '../types/document.js';
import type { ParameterType } from '../types/endpoint.js';
import { createExampled } from './examples.js';
import { withPlace, extensionsOf, reportUnsupported, checkFields } from '../fields/check-fields.js';
import { createOnlyContent, reportSchemaBeside } from './media-type.js';
import {
  checkSerializable,
  createStyle,
  notAToken,
  noteListInObject,
  shapeOfInput,
} from './parameter-style.js';
import type { Content, Parameter } from '../types/parts.js';
import type { DiagnosticCode, Finding } from '../../../shared/diagnostics.js';
import { isToken } from '../../../shared/http.js';
import type { PathTemplate } from '../paths/path.js';
import type { BoundParameter } from './class-parameters.js';
import { schemaOfContent } from './references.js';

export function createParameter(source: Parameter, context: OperationContext): ParameterObject | undefined {
  if (!isDocumentable(source, context)) return undefined;
  const parameterContext = withPlace(`${context.place} ${source.in} ${source.name}`, context);
  const checked = checkFields(source, 'parameter', parameterContext);
  const parameter = checked.in === 'querystring' ? createQuerystring(checked, parameterContext) : checked;
  if (parameter === undefined) return undefined;
  const content = createOnlyContent(parameter.content, parameterContext);
  if (content !== undefined) reportSchemaBeside(parameter, parameterContext);
  return omitUndefined<ParameterObject>({
    name: parameter.name,
    in: parameter.in,
    description: nonEmptyText(parameter.description),
    required: parameter.in === 'path' || parameter.required === true ? true : undefined,
    deprecated: parameter.deprecated === true ? true : undefined,
    allowEmptyValue: createAllowEmptyValue(parameter, parameterContext),
    ...(content === undefined ? createStyledValue(parameter, parameterContext) : { content }),
    ...extensionsOf(parameter),
  });
}

function createStyledValue(parameter: Parameter, context: OperationContext): Partial<ParameterObject> {
  // An undefined schema is a mistake, as of modules that import each other.
  const type = 'schema' in parameter ? parameter.schema : { type: 'string' };
  const schema = createSchema(type, viewOf(context, 'input'), context);
  checkSerializable(schema, 'parameter', context);
  const { name, in: location } = parameter;
  const style = createStyle(location as ParameterPlace, shapeOfInput(type), parameter, context);
  noteListInObject({ name, in: location, ...style, schema }, context);
  return {
    ...style,
    schema,
    ...createExampled(parameter, schema, context),
  };
}

function createAllowEmptyValue(
  { allowEmptyValue, in: location }: Parameter,
  { place, report }: OperationContext,
): true | undefined {
  if (allowEmptyValue !== true) return undefined;
  if (location === 'query') return true;
  report({
    code: 'style-not-allowed',
    message: `allowEmptyValue is for query parameters only, and is left out of this ${location} parameter. Remove it.`,
    place,
  });
  return undefined;
}

export function isDocumentable(parameter: Named, context: OperationContext): boolean {
  const problem = findParameterProblem(parameter, context.template);
  if (problem !== undefined) reportProblem(problem, parameter, context);
  return problem === undefined;
}

export function reportProblem(
  problem: Problem,
  parameter: Named,
  context: OperationContext,
  source?: ParameterType,
): void {
  const { in: location = 'parameters', name = '' } = parameter as Partial<ParameterObject>;
  const origin = source === undefined || '~standard' in source ? '' : ` It is a property of ${source.name}.`;
  const place = `${context.place} ${location} ${name}`.trim();
  context.report({ ...problem, message: problem.message + origin, place });
}

type Problem = Omit<Finding, 'place'>;
type Named = Pick<ParameterObject, 'name' | 'in'>;

/** Headers that other fields document; OpenAPI ignores such a parameter ("SHALL be ignored"). */
const RESERVED_HEADERS: ReadonlyMap<string, string> = new Map([
  ['accept', 'the content types of the responses'],
  ['content-type', "the request body's contentType"],
  ['authorization', 'security'],
]);

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

function findReservedHeader(name: string): Problem | undefined {
  const instead = RESERVED_HEADERS.get(name.toLowerCase());
  if (instead === undefined) return undefined;
  return {
    code: 'reserved-header',
    message: `OpenAPI ignores a parameter for the header ${name}, so it is left out. Document it by ${instead}.`,
  };
}

function notInTemplate(name: string, template: PathTemplate): Problem {
  const known = template.parameters.map((parameter) => `{${parameter}}`).join(', ') || 'no parameters';
  return {
    code: 'path-parameter-not-in-path',
    message: `The path has ${known}, so the path parameter ${name} is left out. Rename it, or add {${name}} to the path.`,
  };
}

function error(code: DiagnosticCode, message: string): Problem {
  return { code, message };
}

/**
 * Creates a parameter for the whole query (OpenAPI 3.2, 4.8.12.1). In earlier versions a form becomes an
 * exploded query parameter, and other content is omitted.
 */
function createQuerystring(parameter: Parameter, context: OperationContext): Parameter | undefined {
  const { schema, content: declared, ...rest } = parameter;
  const content: Content = declared ?? { [FORM]: { schema: schema ?? ANY_VALUE } };
  if (isAtLeast(context.config.openapi, '3.2')) return { ...rest, content };
  const [[contentType, entry] = ['', undefined]] = Object.entries(content);
  const type = entry && schemaOfContent(entry, context);
  if (contentType === FORM && type !== undefined)
    return { ...rest, in: 'query', style: 'form', explode: true, schema: type };
  reportUnsupported('querystring parameter', '3.2', context);
  return undefined;
}

/**
 * Drops query parameters beside a parameter for the whole
 * query, which exclude each other (OpenAPI 3.2, 4.8.12.1).
 */
export function withoutSecondQuery(
  parameters: readonly BoundParameter[],
  { place, report }: OperationContext,
): BoundParameter[] {
  if (!parameters.some(({ parameter }) => parameter.in === 'querystring')) return [...parameters];
  const whole = parameters.filter(({ parameter }) => parameter.in === 'querystring');
  const hasParts = parameters.some(({ parameter }) => parameter.in === 'query');
  const lost = whole.slice(hasParts ? 0 : 1);
  for (const { parameter } of lost)
    report({
      code: 'querystring-beside-query',
      message: `The querystring parameter ${parameter.name} is left out, because the query is documented beside it. Keep one of the two.`,
      place: `${place} querystring ${parameter.name}`,
    });
  return parameters.filter((bound) => !lost.includes(bound));
}
