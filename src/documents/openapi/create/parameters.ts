import { withPlace } from '../fields/check-fields.js';
import { standardSchemaOf } from '../../model/foreign-schema.js';
import type { OperationContext } from '../context.js';
import type { OrReference, ParameterObject, ParameterPlace } from '../types/document.js';
import type { NamedInputs, ParameterType, PathOperation } from '../types/endpoint.js';
import { patternOf } from '../../schema/rule-schema.js';
import { type BoundParameter, createClassParameters, createSchemaParameters } from './class-parameters.js';
import {
  createParameter,
  findParameterProblem,
  isDocumentable,
  reportProblem,
  withoutSecondQuery,
} from './parameter.js';
import type { Parameter } from '../types/parts.js';
import { createReference, isReference, resolveComponent } from './references.js';

const PLACES = ['path', 'query', 'header', 'cookie'] as const satisfies ParameterPlace[];
type Place = (typeof PLACES)[number];

type Parametrized = Pick<PathOperation, 'parameters'> & Omit<NamedInputs, 'requestBody'>;

/**
 * Creates explicit parameters, parameters of classes, and a string parameter for each undocumented one in the
 * path. An explicit parameter replaces one of a class.
 */
export function createParameters(
  endpoint: Parametrized,
  context: OperationContext,
): OrReference<ParameterObject>[] {
  const parameters: OrReference<ParameterObject>[] = [];
  for (const { parameter, reference } of bindParameters(endpoint, context))
    parameters.push(reference ?? parameter);
  return parameters;
}

export function bindParameters(endpoint: Parametrized, context: OperationContext): BoundParameter[] {
  const declared = (endpoint.parameters ?? []).map((parameter) => bindDeclared(parameter, context));
  const explicit = keepLast(declared, context);
  const ofClasses = keepLast(createAllClassParameters(endpoint, context), context);
  for (const [key, { parameter }] of explicit) if (ofClasses.has(key)) reportReplaced(parameter, context);
  // A parameter in both keeps the position of the explicit one.
  const byKey = explicit.size === 0 ? ofClasses : new Map([...explicit, ...ofClasses, ...explicit]);
  for (const name of context.template?.parameters ?? []) {
    const expression = context.template?.expressions[name];
    const pattern = expression === undefined ? undefined : patternOf(expression);
    const schema = { type: 'string', ...(pattern !== undefined && { pattern }) } as const;
    const automatic: ParameterObject = { name, in: 'path', required: true, schema };
    const key = keyOf(automatic);
    if (byKey.has(key) || context.shared?.has(key)) continue;
    byKey.set(key, { parameter: automatic });
    if (endpoint.pathParams !== undefined) reportUndeclared(name, endpoint.pathParams, context);
  }
  const parameters = [...byKey.values()];
  // Parameters of classes never overlap.
  return declared.length === 0 ? parameters : withoutSecondQuery(parameters, context);
}

function createAllClassParameters(endpoint: Parametrized, context: OperationContext): BoundParameter[] {
  const classes: Record<Place, ParameterType | undefined> = {
    path: endpoint.pathParams,
    query: endpoint.queryParams,
    header: endpoint.headerParams,
    cookie: endpoint.cookieParams,
  };
  const all: BoundParameter[] = [];
  for (const place of PLACES) {
    const target = classes[place];
    if (target === undefined) continue;
    for (const bound of createParametersOf(target, place, classes, context)) {
      // A query parameter may have any name.
      const isNamed = place === 'query' && bound.parameter.name !== '';
      const problem = isNamed ? undefined : findParameterProblem(bound.parameter, context.template);
      if (problem === undefined) all.push(bound);
      else reportProblem(problem, bound.parameter, context, target);
    }
  }
  return all;
}

function createParametersOf(
  target: ParameterType,
  place: Place,
  classes: Readonly<Record<Place, ParameterType | undefined>>,
  context: OperationContext,
): BoundParameter[] {
  if ('~standard' in target) return createSchemaParameters(target, place, context);
  const standard = standardSchemaOf(target);
  if (standard !== undefined) return createSchemaParameters(standard, place, context);
  const elsewhere: Place[] = [];
  for (const other of PLACES) if (other !== place && classes[other] === target) elsewhere.push(other);
  return createClassParameters({ target, in: place, elsewhere }, context);
}

function bindDeclared(source: OrReference<Parameter>, context: OperationContext): BoundParameter | undefined {
  if (!isReference(source)) {
    const parameter = createParameter(source, context);
    return parameter && { parameter };
  }
  const listContext = withPlace(`${context.place} parameters`, context);
  const reference = createReference<ParameterObject>(source, 'parameters', listContext);
  const component = resolveComponent(source, 'parameters', context);
  if (reference === undefined || component === undefined)
    return reference && { parameter: { name: source.$ref, in: 'query' }, reference };
  // The component itself reports its problems.
  const parameter = createParameter(component, { ...context, report: () => undefined });
  if (parameter !== undefined) return { parameter, reference };
  isDocumentable(component, context);
  return undefined;
}

function keepLast(
  parameters: readonly (BoundParameter | undefined)[],
  context: OperationContext,
): Map<string, BoundParameter> {
  const byKey = new Map<string, BoundParameter>();
  for (const bound of parameters) {
    if (bound === undefined) continue;
    const { parameter } = bound;
    const key = keyOf(parameter);
    if (byKey.has(key)) {
      context.report({
        code: 'duplicate-parameter',
        message: 'Two parameters have this name; the last one is kept. Remove or rename the other.',
        place: `${context.place} ${parameter.in} ${parameter.name}`,
      });
    }
    byKey.set(key, bound);
  }
  return byKey;
}

export function keyOf({ name, in: location }: Pick<ParameterObject, 'name' | 'in'>): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

function reportReplaced({ name, in: location }: ParameterObject, context: OperationContext): void {
  context.report({
    code: 'parameter-replaced',
    message:
      'This explicit parameter replaces the property of the parameter class that has its name. Remove one of the two.',
    place: `${context.place} ${location} ${name}`,
  });
}

function reportUndeclared(name: string, source: ParameterType, context: OperationContext): void {
  const [owner, remedy] =
    '~standard' in source
      ? ['the schema of its parameters', `Add a property ${name} to the schema.`]
      : [source.name, `Add a property ${name} to ${source.name}, or @Path(${JSON.stringify(name)}) to one.`];
  context.report({
    code: 'path-parameter-not-declared',
    message: `The path has {${name}}, which ${owner} does not: it is documented as a string. ${remedy}`,
    place: context.place,
  });
}
