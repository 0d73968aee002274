import type { MediaTypeObject, ResponseObject } from '../documents/openapi/types/document.js';
import type { Finding } from '../shared/diagnostics.js';
import { ConfigError } from '../shared/errors.js';
import { once } from '../shared/once.js';
import type { Constructor } from '../shared/types.js';
import { viewKey } from '../documents/model/class-model.js';
import { typeRefOf } from '../documents/model/type/type-ref.js';
import type { View } from '../documents/model/types.js';
import type { ResolvedValidation } from '../documents/model/validation-options.js';
import type { Schema } from '../documents/json-schema/schema.js';
import type { Resolve } from '../documents/json-schema/walk.js';
import type { NamedEndpoint, ParameterType } from '../documents/openapi/types/endpoint.js';
import type { ResolvedConfig } from '../documents/openapi/config/resolve-config.js';
import type { ReportingCompiler } from '../documents/openapi/reporting-compiler.js';
import { resolveIn } from '../documents/openapi/finish/finish.js';
import { Checker } from '../documents/json-schema/checker/checker.js';
import { findUndecidable } from '../documents/json-schema/checker/undecidable.js';
import type { SchemaCompiler } from '../documents/schema/schema-compiler.js';
import { findHidden, type ModelOf } from './contract/hidden.js';
import type { OperationContract } from './contract/input-schema.js';
import { OperationDescriber, type DescribedOperation } from './describe.js';
import { type Operation, PART_NAMES } from './operation.js';
import type { MountedOperationOptions } from './operation-options.js';
import { routeParts, type RoutePart } from './path-matcher.js';
import { Conversions } from './request/conversions.js';
import { formatsOf, type Readers } from './request/body-formats.js';
import { formatSelector } from './request/select-format.js';
import {
  knownQueryOf,
  type ParameterGroup,
  type Place,
  prepare,
  schemaOfGroup,
} from './request/read-parameters.js';
import { Alternatives } from './response/class-filter.js';
import { replyContext, type SharedSchemas } from './response/documented-replies.js';
import { createRunner, type RunOperation } from './run.js';
import type { ResolvedSecurity } from './security/resolve-security.js';
import { createReader, schemaReaderOptions } from './reader/create-reader.js';
import type { IsPreceding } from './precedence.js';
import { findAsynchronousRules } from './reader/asynchronous-rules.js';
import { findErasedMembers } from '../documents/model/erased-members.js';
import { resolveLazyOrUnknown } from '../documents/model/type/type-input-error.js';
import type { ReadContext } from './reader/part.js';
import { SchemaReader } from './reader/schema-reader.js';
import { createValueReader } from './reader/value-reader.js';

export interface CompiledOperation {
  /** The method in upper case. */
  readonly method: string;
  /** The parts of the path at which the router is mounted. */
  readonly prefix: readonly RoutePart[];
  /** The parts of the path below it: text and parameters. */
  readonly parts: readonly RoutePart[];
  /** Tests of what precedes the route, although it was registered later. */
  preceding: readonly IsPreceding[];
  /** The operation as the document describes it. */
  readonly endpoint: NamedEndpoint;
  readonly security: ResolvedSecurity;
  /** Notes about the reader of the body. */
  readonly findings: readonly Finding[];
  /** The operation as the application defined it. */
  readonly operation: Operation;
  /** Returns the differences between the types of the handler and what is sent. */
  readonly findHidden: () => readonly string[];
  /** Answers a request. */
  readonly run: RunOperation;
  readonly contract: Pick<OperationContract, 'parameters' | 'properties'>;
  /** Returns the contract with the names of components, for `docs.inputSchemaOf`. */
  readonly namedContract: () => OperationContract;
}

export function compileOperations(
  operations: readonly Operation[],
  config: ResolvedConfig,
  options: MountedOperationOptions,
  reporting: ReportingCompiler,
): CompiledOperation[] {
  const { compiler } = reporting;
  const describer = new OperationDescriber(config, options, reporting);
  const described = operations.map((operation) => describer.describe(operation));
  // Only hand-written references and `docs.inputSchemaOf` use the names of components.
  const named = once(() => {
    const { value, schemas } = compiler.finish(described.map(({ parts }) => parts));
    return { parts: value, resolve: resolveIn(schemas) };
  });
  const resolve: Resolve = (ref) => compiler.filled.outlineOf(ref) ?? named().resolve(ref);
  const checker = new Checker({ resolve });
  const context: CompileContext = {
    compiler,
    validation: config.validation,
    checker,
    conversions: new Conversions(resolve, checker),
    alternatives: new Alternatives(resolve),
    decided: new Set(),
    visited: new Set(),
    readers: new Map(),
  };
  const modelOf: ModelOf = (target, view) => compiler.modelOf(target, view);
  return described.map((operation, index) => {
    const compiled = compileOperation(operation, context);
    return {
      ...compiled,
      operation: operation.operation,
      findHidden: () => findHidden(operation, modelOf),
      namedContract: () => {
        const { parts, resolve } = named();
        const { parameters, requestBody } = parts[index] ?? operation.parts;
        return { ...compiled.contract, place: operation.place, parameters, requestBody, resolve };
      },
    };
  });
}

interface CompileContext extends SharedSchemas {
  readonly compiler: SchemaCompiler;
  readonly validation: ResolvedValidation;
  /** Schemas that can be checked. */
  readonly decided: Set<unknown>;
  /** Classes whose asynchronous rules are found. */
  readonly visited: Set<Constructor>;
  /** The compiled readers of classes, by view and treatment of unknown properties. */
  readonly readers: Map<string, ReadContext>;
}

function compileOperation(
  described: DescribedOperation,
  context: CompileContext,
): Omit<CompiledOperation, 'findHidden' | 'operation' | 'namedContract'> {
  const { place, endpoint, operation, options, parts, body, security } = described;
  const { compiler, validation, checker, conversions, readers } = context;
  const { limits, unknownProperties } = options;
  const route = routeParts(operation.definition.path, place);
  const readerOf = (view: View): ReadContext => {
    const key = `${unknownProperties} ${viewKey(view)}`;
    const known = readers.get(key) ?? createReader(compiler, { view, validation, unknownProperties });
    readers.set(key, known);
    return known;
  };
  const readersIn = (view: View): Readers => ({
    context: readerOf(view),
    limits,
    schemaOf: (schema, { unknown = unknownProperties, elsewhere } = {}) => {
      requireDecidable(schema, place, context);
      const readerOptions = schemaReaderOptions(view.validation ?? validation, unknown);
      return new SchemaReader(schema, checker, readerOptions, elsewhere);
    },
  });
  for (const response of Object.values(parts.responses)) requireDecidableResponse(response, place, context);
  const groups = groupsOf(described, readersIn(described.view), conversions);
  const ofBody = body && readersIn(body.view);
  const formats = body && ofBody ? formatsOf(described, body, ofBody, conversions) : [];
  const run = createRunner({
    handler: operation.handler as (input: unknown) => unknown,
    options,
    security: security.alternatives,
    parameters: {
      groups,
      knownQuery:
        unknownProperties === 'refuse' ? knownQueryOf(groups, keysIn('query', security)) : undefined,
    },
    body: body && {
      required: body.required,
      reader: {
        select: formatSelector(formats),
        limit: options.maxBodyBytes,
        limits,
        multipart: options.multipart,
        conversions,
      },
    },
    reply: replyContext(described, context),
  });
  const method = endpoint.method.toUpperCase();
  const findings = formats.flatMap(({ type }) => {
    if (body === undefined || ofBody === undefined) return [];
    const { binder } = ofBody.context.instances;
    const resolved = resolveLazyOrUnknown(type);
    const isPatch = method === 'PATCH' && resolved.kind === 'class';
    const erased = isPatch ? findErasedMembers(compiler.modelOf(resolved.target, body.view)) : [];
    return [...findAsynchronousRules(type, binder, context.visited), ...erased];
  });
  const contract = {
    parameters: parts.parameters,
    properties: described.parameters.map(({ property }) => property?.key),
  };
  return {
    method,
    preceding: [],
    prefix: described.prefix === '' ? [] : routeParts(described.prefix, place),
    parts: route,
    endpoint,
    security,
    findings,
    run,
    contract,
  };
}

/** Returns the names of the keys of security schemes in a location. */
function keysIn(location: 'query' | 'cookie', { schemes }: ResolvedSecurity): string[] {
  return [...schemes.values()].flatMap((scheme) =>
    scheme?.type === 'apiKey' && scheme.in === location ? [scheme.paramName] : [],
  );
}

/** Throws for a schema that cannot be evaluated: "cannot be decided" must not mean "accepted". */
function requireDecidable(
  schema: Schema | boolean,
  place: string,
  { checker, compiler, decided }: CompileContext,
): void {
  if (compiler.isPlain(schema)) return;
  const unnamed = findUndecidable(schema, checker, undefined, decided);
  if (unnamed === undefined) return;
  // The message has the names of components.
  const { value, schemas } = compiler.finish(schema);
  const fault = findUndecidable(value, new Checker({ resolve: resolveIn(schemas) })) ?? unnamed;
  throw new ConfigError(
    `operation ${place} has a schema that cannot be checked: ${fault.reason}, at ${fault.pointer}. Correct it, or describe the value with a class.`,
  );
}

/** The schema of a response decides which members leave. */
function requireDecidableResponse(
  { content = {}, headers = {} }: ResponseObject,
  place: string,
  context: CompileContext,
): void {
  const parts = [...Object.values(content), ...Object.values(headers)] as MediaTypeObject[];
  for (const { schema, itemSchema } of parts)
    for (const part of [schema, itemSchema]) if (part !== undefined) requireDecidable(part, place, context);
}

function groupsOf(
  { operation, parameters, parts, place, security, ofPrefix }: DescribedOperation,
  { context, schemaOf, limits }: Readers,
  conversions: Conversions,
): ParameterGroup[] {
  const credentials = new Set(keysIn('cookie', security));
  const prepared = parameters.map((bound, index) =>
    prepare(bound, parts.parameters[index] ?? bound.parameter, conversions, credentials),
  );
  const groups = new Map<Constructor | Place, Place[]>();
  const taken = new Map<Constructor | Place, ParameterType>();
  for (const place of ['path', 'query', 'header', 'cookie'] as const) {
    const target = operation.definition[PART_NAMES[place]];
    // A class may describe several locations; a schema describes one.
    const key = target === undefined || '~standard' in target ? place : target;
    if (target !== undefined) taken.set(key, target);
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  const isApart = ({ in: location, name }: { in: string; name: string }): boolean =>
    location === 'path' && ofPrefix.includes(name);
  const apart = prepared.filter(isApart);
  const read = [...groups].flatMap(([key, places]): ParameterGroup[] => {
    const own = prepared.filter((parameter) => places.includes(parameter.in) && !isApart(parameter));
    const target = taken.get(key);
    const keys = own.map(({ key }) => key);
    if (new Set(keys).size < keys.length && target !== undefined && !('~standard' in target))
      throw new ConfigError(
        `operation ${place} has the property ${keys.find((key, index) => keys.indexOf(key) < index)} of class ${target.name} in ${places.join(' and ')}, and one instance cannot hold both values. Use a class for each, or name one place with a decorator, as in @Query().`,
      );
    if (own.length === 0 && target === undefined) return [];
    const type = target === undefined ? ({ kind: 'object' } as const) : typeRefOf(target);
    const limited = { limits, place: places[0] ?? 'query' } as const;
    const reader = createValueReader(type, schemaOf(schemaOfGroup(own)), context, limited);
    return [{ places, parameters: own, reader }];
  });
  if (apart.length === 0) return read;
  const limited = { limits, place: 'path' } as const;
  const reader = createValueReader({ kind: 'object' }, schemaOf(schemaOfGroup(apart)), context, limited);
  return [...read, { places: ['path'], parameters: apart, reader, isAdded: true }];
}
