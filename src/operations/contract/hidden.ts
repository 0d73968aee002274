import type { ResponseSpec } from '../../documents/openapi/types/parts.js';
import type { ClassModel, TypeRef, View } from '../../documents/model/types.js';
import { describeClass } from '../../documents/model/class-facts.js';
import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import { innerTypes, typeRefOf } from '../../documents/model/type/type-ref.js';
import { type BoundParameter, headerNameOf } from '../../documents/openapi/create/class-parameters.js';
import { viewOfBody } from '../../documents/openapi/context.js';
import { headerClassesIn } from '../../documents/openapi/create/response-headers.js';
import { plainView } from '../../documents/model/class-model.js';
import { mediaTypeIn } from '../describe-body.js';
import type { DescribedOperation } from '../describe.js';
import { isJson } from '../../shared/media-types.js';
import { type ValueShape, shapeOfType } from '../../documents/openapi/create/parameter-style.js';

export type ModelOf = (target: ClassModel['target'], view: View) => ClassModel;

interface PlacedType {
  readonly type: TypeRef;
  readonly view: View;
  readonly where: string;
}

function typesOf(operation: DescribedOperation): PlacedType[] {
  const { body, parts } = operation;
  const inBody =
    body === undefined
      ? []
      : Object.keys(parts.requestBody?.content ?? {})
          .filter(isJson)
          .map((contentType) => ({ type: body.typeIn(contentType), view: body.view, where: 'its body' }));
  const inResponses = Object.keys(parts.responses).flatMap((status) => typesOfResponse(operation, status));
  return [...inBody, ...inResponses];
}

function typeOfContent(spec: ResponseSpec, own: ReturnType<typeof mediaTypeIn>): ResponseSpec['schema'] {
  return own?.itemSchema ?? spec.itemSchema ?? own?.schema ?? spec.schema;
}

function typesOfResponse({ parts, replies }: DescribedOperation, status: string): PlacedType[] {
  const spec = replies[status] ?? replies[status.toLowerCase()];
  if (spec === undefined) return [];
  const view = viewOfBody(plainView('output'), spec);
  const types: PlacedType[] = [];
  for (const [contentType, mediaType] of Object.entries(parts.responses[status]?.content ?? {})) {
    const type = typeOfContent(spec, mediaTypeIn(spec, contentType));
    const isStream = 'itemSchema' in mediaType;
    if (type !== undefined && (isStream || isJson(contentType)))
      types.push({ type: typeRefOf(type), view, where: `its response ${status}` });
  }
  return types;
}

/**
 * Returns how an operation's types differ from what is sent:
 * what a client that has only the types would do wrong.
 */
export function findHidden(operation: DescribedOperation, modelOf: ModelOf): string[] {
  const walk = new Walk(modelOf);
  const { path } = operation.operation.definition;
  if (!path.startsWith('/') || path.includes('\\'))
    walk.differences.add('its path needs a slash at the beginning, and no backslash');
  if (operation.options.problem !== undefined)
    walk.differences.add('the option problem replaces problem details');
  for (const parameter of operation.parameters) walk.parameter(parameter, operation.view);
  for (const [status, { headers }] of Object.entries(operation.replies))
    for (const target of headerClassesIn(headers)) walk.headers(target, status);
  for (const { type, view, where } of typesOf(operation)) walk.type(type, view, where);
  return [...walk.differences].map((difference) => `${operation.place}: ${difference}`);
}

class Walk {
  readonly differences = new Set<string>();
  readonly #seen = new Map<unknown, Set<string>>();

  constructor(private readonly modelOf: ModelOf) {}

  parameter(bound: BoundParameter, view: View): void {
    const { property, parameter } = bound;
    const { in: location, name } = parameter;
    if (location === 'cookie') return;
    const where = `the ${location} parameter ${name}`;
    const isRenamed =
      property !== undefined &&
      (location === 'header' ? property.key.toLowerCase() !== name.toLowerCase() : property.key !== name);
    if (isRenamed) this.differences.add(`${where} is the property ${property.key} of its class`);
    if (!isWritten(bound)) this.differences.add(`${where} has a style that clients do not write`);
    if (property !== undefined) this.type(property.type, view, where);
  }

  /** A client knows headers of a response by the names of properties. */
  headers(target: ClassModel['target'], status: string): void {
    for (const property of this.modelOf(target, plainView('output')).properties) {
      const name = headerNameOf(property);
      if (name.toLowerCase() !== property.key.toLowerCase())
        this.differences.add(
          `the header ${name} of its response ${status} is the property ${property.key} of ${target.name}`,
        );
    }
  }

  type(ref: TypeRef, view: View, where: string): void {
    const type = resolveLazyOrUnknown(ref);
    if (type.kind === 'class') this.#classOf(this.modelOf(type.target, view), where);
    for (const innerType of innerTypes(type)) this.type(innerType, view, where);
  }

  #classOf({ target, view, properties }: ClassModel, where: string): void {
    const places = this.#seen.get(target) ?? new Set();
    if (places.has(where)) return;
    this.#seen.set(target, places.add(where));
    const sent = new Set<string>();
    for (const { key: property, name, type, annotations } of properties) {
      if (annotations.hidden !== true) sent.add(property);
      if (annotations[DIRECTED[view.direction]] !== undefined)
        this.differences.add(
          `${target.name}.${property} of ${where} has a type of its own there, by a type decorator with direction: write a class for each direction`,
        );
      if (name !== property)
        this.differences.add(`${target.name}.${property} of ${where} travels as ${name}`);
      this.type(type, view, where);
    }
    if (view.direction === 'output') this.#unsentOf(target, sent, where);
  }

  #unsentOf(target: ClassModel['target'], sent: ReadonlySet<string>, where: string): void {
    for (const [property, { transforms }] of describeClass(target).properties) {
      if (!sent.has(property))
        this.differences.add(
          `${target.name}.${property} of ${where} is not sent: give the response the class OmitType(${target.name}, ['${property}'])`,
        );
      else if (transforms.output.length > 0)
        this.differences.add(`${target.name}.${property} of ${where} is made by a @Transform`);
    }
  }
}

function shapeOf({ parameter, property, shape }: BoundParameter): ValueShape {
  const { type } = (parameter.schema ?? {}) as { type?: unknown };
  return shape ?? (property && shapeOfType(property.type)) ?? SHAPES.get(type) ?? 'scalar';
}

/**
 * True for what clients write as documented: scalars, and lists and objects of the query in its usual styles.
 */
function isWritten(bound: BoundParameter): boolean {
  const { in: location, style, explode } = bound.parameter;
  const valueShape = shapeOf(bound);
  if (valueShape === 'scalar') return location === 'query' || style === undefined || style === 'simple';
  if (location !== 'query') return false;
  if (style === 'deepObject') return valueShape === 'object';
  return valueShape === 'list' && (style ?? 'form') === 'form' && explode !== false;
}

/** TypeScript has one type for both directions. */
const DIRECTED = { input: 'inputType', output: 'outputType' } as const;

const SHAPES: ReadonlyMap<unknown, ValueShape> = new Map([
  ['array', 'list'],
  ['object', 'object'],
]);
