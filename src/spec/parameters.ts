import type { TypeInput } from '../../decorators/type-input.js';
import { isSettled, settle } from '../base/settled.js';
import { coerceExample } from '../schema/examples.js';
import { PARAMETER } from './check-endpoint.js';
import { compact, filled, text } from './compact.js';
import { createSchema, messageOf } from './context.js';
import type { OperationContext } from './context.js';
import type { ParameterObject } from './document.js';
import type { Endpoint, Parameter } from './endpoint.js';
import { toJson } from './examples.js';
import { soundFields } from './fields.js';
import { createClassParameters, type BoundParameter } from './parameter-class.js';
import { findParameterProblem } from './parameter-problem.js';
import { createStyle, shapeOfInput } from './parameter-style.js';
import { requestView } from './request-view.js';

const PLACES = ['path', 'query', 'header', 'cookie'] as const satisfies ParameterObject['in'][];
type Place = (typeof PLACES)[number];

/**
 * The parameters of an operation: the explicit ones, those of the classes, and one for each
 * parameter of the path that nothing else documents. Of two for the same thing the
 * explicit one holds.
 */
export function createParameters(endpoint: Endpoint, context: OperationContext): ParameterObject[] {
  const parameters = bindParameters(endpoint, context).map(({ parameter }) => parameter);
  return parameters.every(isSettledWithSchema) ? settle(parameters) : parameters;
}

/** All of it but schema and examples is texts and flags. */
function isSettledWithSchema({ schema, example, examples }: ParameterObject): boolean {
  return schema !== undefined && isSettled(schema) && example === undefined && examples === undefined;
}

/** The same parameters, each with the property that takes its value. */
export function bindParameters(endpoint: Endpoint, context: OperationContext): BoundParameter[] {
  const given = (endpoint.parameters ?? []).map((parameter) => createParameter(parameter, context));
  const explicit = keepLast(
    given.map((parameter) => parameter && { parameter }),
    context,
  );
  const byKey = new Map(explicit.map((bound) => [keyOf(bound.parameter), bound]));
  for (const bound of keepLast(createAllClassParameters(endpoint, context), context)) {
    if (!byKey.has(keyOf(bound.parameter))) byKey.set(keyOf(bound.parameter), bound);
  }
  for (const name of context.template.parameters) {
    const automatic: ParameterObject = { name, in: 'path', required: true, schema: { type: 'string' } };
    if (byKey.has(keyOf(automatic))) continue;
    byKey.set(keyOf(automatic), { parameter: automatic });
    if (endpoint.pathParams !== undefined) reportUndeclared(name, context);
  }
  return [...byKey.values()];
}

function createAllClassParameters(endpoint: Endpoint, context: OperationContext): BoundParameter[] {
  const classes: Record<Place, Endpoint['queryParams']> = {
    path: endpoint.pathParams,
    query: endpoint.queryParams,
    header: endpoint.headerParams,
    cookie: endpoint.cookieParams,
  };
  return PLACES.flatMap((place) => {
    const target = classes[place];
    if (target === undefined) return [];
    const elsewhere = PLACES.filter((other) => other !== place && classes[other] === target);
    return createClassParameters({ target, in: place, elsewhere }, context).filter(({ parameter }) =>
      isDocumentable(parameter, context),
    );
  });
}

function createParameter(given: Parameter, context: OperationContext): ParameterObject | undefined {
  if (!isDocumentable(given, context)) return undefined;
  const place = `${context.place} ${given.in} ${given.name}`;
  const parameter = soundFields(given, PARAMETER, place, context.report);
  const type: TypeInput = parameter.schema ?? { type: 'string' };
  const schema = createSchema(type, requestView(context.validation), place, context);
  const examples = filled(parameter.examples);
  return compact<ParameterObject>({
    name: parameter.name,
    in: parameter.in,
    description: text(parameter.description),
    required: parameter.in === 'path' || parameter.required === true ? true : undefined,
    deprecated: parameter.deprecated === true ? true : undefined,
    ...createStyle(parameter.in, shapeOfInput(type), parameter, context.report, place),
    schema,
    example: createExample(
      examples === undefined ? parameter.example : undefined,
      () => coerceExample(toJson(parameter.example), schema, context.compiler),
      place,
      context,
    ),
    examples,
  });
}

function createExample(
  value: unknown,
  coerce: () => unknown,
  place: string,
  context: OperationContext,
): unknown {
  if (value === undefined) return undefined;
  try {
    return coerce();
  } catch (error) {
    context.report({
      code: 'broken-example',
      message: `The example is left out, for JSON cannot say it: ${messageOf(error)} Give a plain value.`,
      place,
    });
    return undefined;
  }
}

/** Whether the parameter may stand in a document; if not, a diagnostic says why it does not. */
function isDocumentable(parameter: Pick<ParameterObject, 'name' | 'in'>, context: OperationContext): boolean {
  const problem = findParameterProblem(parameter, context.template);
  if (problem === undefined) return true;
  const { in: location = 'parameters', name = '' } = parameter as Partial<ParameterObject>;
  context.report({ ...problem, place: `${context.place} ${location} ${name}`.trim() });
  return false;
}

function keepLast(
  parameters: readonly (BoundParameter | undefined)[],
  context: OperationContext,
): BoundParameter[] {
  const byKey = new Map<string, BoundParameter>();
  for (const bound of parameters) {
    if (bound === undefined) continue;
    const { parameter } = bound;
    if (byKey.has(keyOf(parameter))) {
      context.report({
        code: 'duplicate-parameter',
        message: 'Two parameters have this name; the last one is kept. Remove or rename the other.',
        place: `${context.place} ${parameter.in} ${parameter.name}`,
      });
    }
    byKey.set(keyOf(parameter), bound);
  }
  return [...byKey.values()];
}

/** What makes a parameter unique; header names have no case. */
function keyOf({ name, in: location }: ParameterObject): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

function reportUndeclared(name: string, context: OperationContext): void {
  context.report({
    code: 'path-parameter-not-declared',
    message: `The path has {${name}}, which pathParams does not: it is documented as a string. Add a property ${name} to the class, or @Path(${JSON.stringify(name)}) to one.`,
    place: context.place,
  });
}
