import type { ClassModel, TypeRef, View } from '../documents/model/types.js';
import { describeClass } from '../documents/model/class-facts.js';
import { resolveLazyOrUnknown } from '../documents/model/type-input-error.js';
import { innerTypes, typeRefOf } from '../documents/model/type-ref.js';
import type { BoundParameter } from '../documents/openapi/create/class-parameters.js';
import { ConfigError } from '../shared/errors.js';
import { mediaTypeIn, type DescribedBody } from './describe-body.js';
import type { DescribedOperation } from './describe.js';
import { isJson } from './media-types.js';

/** The type of operations for a client of `dtospec/client`. Created by `docs.clientApi`. */
export interface ClientApi<D = unknown> {
  /** Carries the types; undefined at run time. */
  readonly definitions?: D;
}

interface AnyOperation {
  readonly definition: unknown;
  readonly handler: (input: never) => unknown;
}

/** A list of operations, or a module that exports them. */
export type ClientOperations = readonly AnyOperation[] | Readonly<Record<string, AnyOperation>>;

/** The definitions of operations, as a union. Type inference would compare each definition with every other one. */
export type DefinitionsOf<O extends ClientOperations> = O extends readonly AnyOperation[]
  ? O[number]['definition']
  : O extends Readonly<Record<string, AnyOperation>>
    ? O[keyof O]['definition']
    : never;

type ModelOf = (target: ClassModel['target'], view: View) => ClassModel;

/**
 * Returns the differences between the types of an operation and its requests and responses. The compiler cannot find
 * them.
 */
export function findHidden(
  { place, operation, parameters, body, parts, replies, options }: DescribedOperation,
  modelOf: ModelOf,
): string[] {
  const walk = new Walk(modelOf);
  const { path } = operation.definition;
  if (!path.startsWith('/') || path.includes('\\'))
    walk.found.push('its path needs a slash at the beginning, and no backslash');
  for (const parameter of parameters) walk.found.push(...parameterProblems(parameter));
  if (body !== undefined) requestProblems(body, Object.keys(parts.requestBody?.content ?? {}), walk);
  if (options.problem !== undefined) walk.found.push('the option problem replaces problem details');
  for (const [status, documented] of Object.entries(parts.responses)) {
    const spec = replies[status] ?? replies[status.toLowerCase()];
    if (spec === undefined) continue;
    const { groups = [], version, exposure } = spec;
    const view: View = { direction: 'output', groups, version, ...(exposure && { exposure }) };
    for (const [contentType, mediaType] of Object.entries(documented.content ?? {})) {
      const own = mediaTypeIn(spec, contentType);
      const type = own?.itemSchema ?? spec.itemSchema ?? own?.schema ?? spec.schema;
      const isStream = 'itemSchema' in mediaType;
      if (type !== undefined && (isStream || isJson(contentType)))
        walk.type(typeRefOf(type), view, `response ${status}`);
    }
  }
  return [...new Set(walk.found)].map((problem) => `${place}: ${problem}`);
}

export function refuseHidden(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new ConfigError(
    `A client cannot call these operations by their types alone, which say something else than what is sent. Change the class, leave the operation out, or generate a client from the document.\n${problems.map((one) => `- ${one}`).join('\n')}`,
  );
}

/**
 * Returns the reasons why a client cannot send a parameter. Clients repeat a parameter for each item of a list, and
 * write objects in the query as `name[member]`.
 */
function parameterProblems({ parameter, property, shape }: BoundParameter): string[] {
  const { in: location, name, style, explode } = parameter;
  if (location === 'cookie') return [];
  const isRenamed =
    property !== undefined &&
    (location === 'header' ? property.key.toLowerCase() !== name.toLowerCase() : property.key !== name);
  const type = (parameter.schema as { type?: unknown } | undefined)?.type;
  const isScalar = type !== 'array' && type !== 'object' && (shape ?? 'scalar') === 'scalar';
  const isDefault =
    type === 'object' ? style === 'deepObject' : (style ?? 'form') === 'form' && explode !== false;
  const where = `the ${location} parameter ${name}`;
  return [
    ...(isRenamed ? [`${where} is the property ${property.key} of its class`] : []),
    ...(isScalar || (location === 'query' && isDefault)
      ? []
      : [`${where} has a style that clients do not write`]),
  ];
}

function requestProblems({ typeIn, view }: DescribedBody, contentTypes: readonly string[], walk: Walk): void {
  for (const contentType of contentTypes)
    if (isJson(contentType)) walk.type(typeIn(contentType), view, 'body');
}

class Walk {
  readonly found: string[] = [];
  readonly #seen = new Set<string>();

  constructor(private readonly modelOf: ModelOf) {}

  type(given: TypeRef, view: View, where: string): void {
    const type = resolveLazyOrUnknown(given);
    if (type.kind === 'class') this.#classOf(this.modelOf(type.target, view), where);
    for (const inner of innerTypes(type)) this.type(inner, view, where);
  }

  #classOf({ target, view, properties }: ClassModel, where: string): void {
    const key = `${target.name} ${where}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const sent = new Set<string>();
    for (const { key: property, name, type, annotations } of properties) {
      if (annotations.hidden !== true) sent.add(property);
      if (name !== property) this.found.push(`${target.name}.${property} of its ${where} travels as ${name}`);
      this.type(type, view, where);
    }
    if (view.direction === 'input') return;
    for (const [property, { transforms }] of describeClass(target).properties) {
      if (!sent.has(property)) this.found.push(`${target.name}.${property} of its ${where} is not sent`);
      else if (transforms.output.length > 0)
        this.found.push(`${target.name}.${property} of its ${where} is made by a @Transform`);
    }
  }
}
