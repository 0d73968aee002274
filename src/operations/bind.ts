import { ConfigError } from '../shared/errors.js';
import type { Constructor } from '../shared/types.js';
import { isRecord } from '../shared/values.js';
import { resolveLazyOrUnknown } from '../documents/model/type-input-error.js';
import type { TypeRef, View } from '../documents/model/types.js';
import type { ResolvedValidation } from '../documents/model/validation-options.js';
import type { Schema } from '../documents/json-schema/schema.js';
import type { Endpoint, ParameterType } from '../documents/openapi/types/endpoint.js';
import type { ResolvedConfig } from '../documents/openapi/config/resolve-config.js';
import { resolveIn } from '../documents/openapi/finish/finish.js';
import { type Resolve, typeFault } from './request/coerce.js';
import type { HiddenDifferences } from './contract/client-api.js';
import { findHidden, type ModelOf } from './contract/hidden.js';
import type { ManifestBuilder } from './contract/manifest.js';
import type { DescribedBody, FormFields } from './describe-body.js';
import { OperationDescriber, type DescribedOperation, type DescribedParts } from './describe.js';
import type { Operation } from './operation.js';
import type { MountedOperationOptions } from './options.js';
import { routeParts, type RoutePart } from './path-matcher.js';
import { essenceOf, isMultipart, MULTIPART } from '../shared/media-types.js';
import type { BodyFormat, BodySource } from './request/read-body.js';
import { prepare, type ParameterGroup, type Place } from './request/read-parameters.js';
import { replyContext } from './response/documented-replies.js';
import type { OperationResponse } from './response/reply.js';
import { createRunner } from './run.js';
import type { ResolvedSecurity } from './security/resolve-security.js';
import type { OperationRequest } from '../shared/http.js';
import { filtersOf, requestFilter, type FilterRequest } from './member-filters.js';
import { instanceOptions, wireNamesOf, type InstanceOptions } from './request/read-instance.js';
import { inputsOf, type ResolvableSchema } from './request/untyped-members.js';

export interface BoundOperation {
  readonly method: string;
  readonly parts: readonly RoutePart[];
  readonly endpoint: Endpoint;
  readonly security: ResolvedSecurity;
  readonly operation: Operation;
  readonly findHidden: () => HiddenDifferences;
  readonly addNames: (manifest: ManifestBuilder) => string[];
  readonly run: (request: OperationRequest, body: BodySource) => Promise<OperationResponse>;
}

export function bindOperations(
  operations: readonly Operation[],
  config: ResolvedConfig,
  options: MountedOperationOptions = {},
): BoundOperation[] {
  const describer = new OperationDescriber(config, options);
  const described = operations.map((operation) => describer.describe(operation));
  const { value, schemas } = describer.compiler.finish(described.map(({ parts }) => parts));
  const resolve = resolveIn(schemas);
  const schemaIn: BindContext['schemaIn'] = (target, view, place) => {
    const { compiler } = describer;
    const named = compiler.finish(compiler.schemaOf(target, view, place));
    return { schema: named.value, resolve: resolveIn(named.schemas) };
  };
  const instancesIn: BindContext['instancesIn'] = (view, deletesReadOnly) => {
    const wireName = wireNamesOf(describer.compiler, view);
    const inputOf = inputsOf((target) => schemaIn(target, view, target.name), wireName);
    return instanceOptions(view, view.validation ?? config.validation, {
      wireName,
      deletesReadOnly,
      inputOf,
    });
  };
  const context: BindContext = { resolve, validation: config.validation, instancesIn, schemaIn };
  const modelOf: ModelOf = (target, view) => describer.compiler.modelOf(target, view);
  return described.map((one, index) => ({
    ...bind(one, value[index] ?? one.parts, context),
    operation: one.operation,
    findHidden: () => findHidden(one, modelOf),
    addNames: (manifest) => manifest.add(one, modelOf),
  }));
}

interface BindContext {
  readonly resolve: Resolve;
  readonly validation: ResolvedValidation;
  readonly instancesIn: (view: View, deletesReadOnly: boolean) => InstanceOptions;
  readonly schemaIn: (target: Constructor, view: View, place: string) => ResolvableSchema;
}

type RequestFilterOf = (schema: ResolvableSchema, view: View) => FilterRequest;

function bind(
  described: DescribedOperation,
  parts: DescribedParts,
  { resolve, validation, instancesIn, schemaIn }: BindContext,
): Omit<BoundOperation, 'findHidden' | 'addNames' | 'operation'> {
  const { place, endpoint, operation, options, body, security } = described;
  const route = routeParts(operation.definition.path, place);
  const keepsUnknown = options.unknownProperties === 'keep';
  const filterOf: RequestFilterOf = ({ schema, resolve: resolveRef }, view) =>
    requestFilter(schema, resolveRef, {
      unknownProperties: options.unknownProperties,
      rulesRefuse: (view.validation ?? validation).forbidNonWhitelisted,
    });
  const run = createRunner({
    handler: operation.handler as (input: unknown) => unknown,
    options,
    security: security.alternatives,
    parameters: {
      groups: groupsOf(described, parts, filterOf, resolve),
      instances: instancesIn(described.view, keepsUnknown),
      resolve,
      limits: options.limits,
    },
    body: body && {
      required: body.required,
      context: {
        instances: instancesIn(body.view, keepsUnknown),
        resolve,
        filterOf: filtersOf((target) => filterOf(schemaIn(target, body.view, place), body.view)),
      },
      reader: {
        formats: formatsOf(body, parts, place, (schema, form) =>
          withTypeFaults(filterOf({ schema, resolve }, body.view), form, resolve),
        ),
        limit: options.maxBodyBytes,
        limits: options.limits,
        multipart: options.multipart,
        resolve,
      },
    },
    reply: replyContext(described, parts, resolve),
  });
  return { method: endpoint.method.toUpperCase(), parts: route, endpoint, security, run };
}

const CLASSES = { path: 'params', query: 'query', header: 'headers', cookie: 'cookies' } as const;

function groupsOf(
  { operation, parameters, view, place }: DescribedOperation,
  parts: DescribedParts,
  filterOf: RequestFilterOf,
  resolve: Resolve,
): ParameterGroup[] {
  const prepared = parameters.map((bound, index) => {
    const documented = parts.parameters[index] ?? bound.parameter;
    return prepare(bound, documented, {
      resolve,
      filter: filterOf({ schema: documented.schema ?? {}, resolve }, view),
    });
  });
  const groups = new Map<Constructor | Place, Place[]>();
  const taken = new Map<Constructor | Place, ParameterType>();
  for (const place of ['path', 'query', 'header', 'cookie'] as const) {
    const target = operation.definition[CLASSES[place]];
    // A class may describe several locations; a schema describes one.
    const key = target === undefined || '~standard' in target ? place : target;
    if (target !== undefined) taken.set(key, target);
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return [...groups].flatMap(([key, places]) => {
    const own = prepared.filter((parameter) => places.includes(parameter.in));
    const target = taken.get(key);
    const twice = own.find((one, index) => own.findIndex((other) => other.key === one.key) < index);
    if (twice !== undefined && target !== undefined && !('~standard' in target))
      throw new ConfigError(
        `operation ${place} has the property ${twice.key} of class ${target.name} in ${places.join(' and ')}, and one instance cannot hold both values. Use a class for each, or name one place with a decorator, as in @Query().`,
      );
    return own.length > 0 || target !== undefined ? [{ target, places, parameters: own }] : [];
  });
}

function formatsOf(
  { typeIn }: DescribedBody,
  { requestBody, forms }: DescribedParts,
  place: string,
  filterOf: (schema: Schema, form: FormFields | undefined) => FilterRequest,
): BodyFormat[] {
  return Object.entries(requestBody?.content ?? {}).map(([contentType, { schema = {} }]) => {
    const form = forms[contentType];
    if (isMultipart(contentType) && form?.form !== 'multipart')
      throw new ConfigError(
        `operation ${place} takes ${contentType}, which operations ${essenceOf(contentType) === MULTIPART ? 'read only as a class: describe its fields with one, as in formBody(Upload)' : 'do not read. Register it by hand, with docs.add and your own parser'}.`,
      );
    const type = typeIn(contentType);
    // Validators of other libraries decide about undocumented members.
    const filter = type.kind === 'standard' ? undefined : filterOf(schema, form);
    return { contentType, schema, type, isStream: isStream(type), form, filter };
  });
}

/** Adds faults for the fields of a form whose text has another type than documented. */
function withTypeFaults(
  filter: FilterRequest,
  form: FormFields | undefined,
  resolve: Resolve,
): FilterRequest {
  const typed = form?.fields.filter(({ transformed }) => !transformed) ?? [];
  if (typed.length === 0) return filter;
  return (value, faults) => {
    const filtered = filter(value, faults);
    const fields = isRecord(filtered) ? filtered : {};
    for (const { name, schema } of typed) {
      const fault = typeFault(name, fields[name], schema, resolve);
      if (fault !== undefined) faults.push(fault);
    }
    return filtered;
  };
}

function isStream(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'file' && resolved.as === 'stream';
}
