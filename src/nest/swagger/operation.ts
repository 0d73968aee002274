import type { Constructor, ExtensionName, JsonValue } from '../../shared/types.js';
import { isLoose, isThunk, type Loose, mapLoose } from '../../documents/model/nest-swagger/metadata.js';
import {
  linksFrom,
  type SwaggerOperation,
  swaggerOperationOf,
} from '../../documents/model/nest-swagger/operation.js';
import { isOnlyAnnotation, rawInput, typeInputOf } from '../../documents/model/nest-swagger/schema.js';
import type { Callback, Endpoint } from '../../documents/openapi/types/endpoint.js';
import type { RequestBody, Responses, ResponseSpec } from '../../documents/openapi/types/parts.js';
import type { SecurityRequirement } from '../../documents/openapi/types/objects.js';
import {
  classOfUnnamed,
  describeBody,
  type DescribedParameter,
  describeParameter,
  examplesOf,
  isName,
  namedExamples,
} from './parameters.js';
import { ANY_VALUE, type TypeInput } from '../../../decorators/type-input.js';
import { isConstructor, omitUndefined } from '../../shared/values.js';
import type { LinkObject } from '../../documents/openapi/types/document.js';

export interface OperationMetadata {
  readonly excluded: boolean;
  readonly webhook: string | undefined;
  readonly fields: Partial<
    Pick<
      Endpoint,
      | 'operationId'
      | 'summary'
      | 'description'
      | 'tags'
      | 'deprecated'
      | 'externalDocs'
      | 'servers'
      | 'security'
      | 'callbacks'
      | 'extensions'
    >
  >;
  readonly parameters: readonly DescribedParameter[];
  readonly queryParams: Constructor | undefined;
  readonly requestBody: Partial<RequestBody> | undefined;
  readonly responses: Responses;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

interface OperationSource {
  readonly controller: Constructor;
  readonly method: string;
  readonly status: number;
  readonly operationIdOf?: OperationIdOf | undefined;
  /** The names of the security schemes of the configuration. @default none */
  readonly schemes?: ReadonlySet<string>;
}

/**
 * Reads the decorators of @nestjs/swagger on a method and its controller, and merges them as @nestjs/swagger
 * does, without loading it.
 */
export function operationMetadata(source: OperationSource): OperationMetadata {
  const swagger = swaggerOperationOf(source.controller, source.method);
  const { webhook, excluded, consumes, produces } = swagger;
  const isBody = (parameter: Loose): boolean => parameter.in === 'body';
  const named = swagger.parameters.filter((parameter) => !isBody(parameter) && isName(parameter.name));
  return {
    excluded,
    webhook: webhook === true ? source.method : webhook,
    fields: fieldsOf(swagger, source.schemes),
    parameters: named.map(describeParameter),
    queryParams: swagger.parameters.map(classOfUnnamed).find((params) => params !== undefined),
    requestBody: describeBody(swagger.parameters.find(isBody), consumes),
    responses: Object.fromEntries(
      [...swagger.responses].map(([status, response]) => [
        status ?? source.status,
        describeResponse(response, produces, source.operationIdOf),
      ]),
    ),
    consumes,
    produces,
  };
}

function fieldsOf(
  { operation, tags, security, extensions, callbacks }: SwaggerOperation,
  schemes: ReadonlySet<string> = new Set(),
): OperationMetadata['fields'] {
  const own = Object.entries(operation);
  const present = own.filter(([name, value]) => FIELDS.has(name) && value !== undefined && value !== '');
  const written = Object.fromEntries(own.filter(([name]) => name.startsWith('x-')));
  const requests = callbacks.map(describeCallback);
  return {
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(security === undefined ? {} : { security: withoutMarks(security as SecurityRequirement[], schemes) }),
    ...Object.fromEntries(present),
    ...(requests.length === 0 ? {} : { callbacks: Object.fromEntries(requests) }),
    ...filledExtensions({ ...extensions, ...written }),
  };
}

/**
 * `SetMetadata('swagger/apiSecurity', ['isPublic'])` or a scheme of this name marks routes without security.
 */
const PUBLIC = /^(?:is_?)?public$/i;

/** Removes marks of public routes, which no scheme of the configuration has as its name. */
function withoutMarks(
  security: readonly SecurityRequirement[],
  schemes: ReadonlySet<string>,
): SecurityRequirement[] {
  const isMark = (requirement: SecurityRequirement): boolean => {
    const [name = '', ...others] = typeof requirement === 'string' ? [requirement] : Object.keys(requirement);
    return others.length === 0 && PUBLIC.test(name) && !schemes.has(name);
  };
  return security.some(isMark) ? [] : [...security];
}

const FIELDS: ReadonlySet<string> = new Set([
  'operationId',
  'summary',
  'description',
  'tags',
  'deprecated',
  'externalDocs',
  'servers',
  'security',
]);

function filledExtensions(extensions: Loose): Pick<OperationMetadata['fields'], 'extensions'> {
  if (Object.keys(extensions).length === 0) return {};
  return { extensions: extensions as Record<ExtensionName, JsonValue> };
}

function describeCallback(source: Loose): [string, Record<string, Callback[]>] {
  const { name, callbackUrl, method, requestBody, expectedResponse } = source as unknown as SwaggerCallback;
  const { status, description = 'The callback was taken.' } = expectedResponse;
  const callback: Callback = {
    method,
    requestBody: { schema: typeInputOf(requestBody.type) ?? ANY_VALUE, required: true },
    responses: { [status]: { description } },
  };
  return [name, { [callbackUrl]: [callback] }];
}

interface SwaggerCallback {
  readonly name: string;
  readonly callbackUrl: string;
  readonly method: string;
  readonly requestBody: { readonly type: unknown };
  readonly expectedResponse: { readonly status: number; readonly description?: string };
}

type OperationIdOf = (controller: Constructor, method: string) => string | undefined;

function describeResponse(
  source: Loose,
  produces: readonly string[],
  operationIdOf: OperationIdOf | undefined,
): ResponseSpec {
  const { description = '', type, isArray, schema, content, headers, nullable } = source;
  const isTyped = type !== undefined && (!isLoose(schema) || isOnlyAnnotation(schema));
  const body = isTyped || !isLoose(schema) ? typeInputOf(type, isArray === true) : rawInput(schema);
  const shown =
    isTyped && isLoose(schema) ? examplesOf({ ...schema, ...omitUndefined(source) }) : examplesOf(source);
  const links = { ...linksOf(type, operationIdOf), ...(source.links as object | undefined) };
  return omitUndefined<Loose>({
    description,
    schema: body !== undefined && nullable === true ? withNull(type, isArray === true) : body,
    contentType: produces.length === 0 || body === undefined ? undefined : [...produces],
    content: isLoose(content) ? mapLoose(content, describeContent) : undefined,
    headers: isLoose(headers) ? mapLoose(headers, describeHeader) : undefined,
    ...shown,
    links: Object.keys(links).length === 0 ? undefined : links,
  }) as unknown as ResponseSpec;
}

function withNull(type: unknown, isArray: boolean): TypeInput {
  return rawInput({ anyOf: [{ type, isArray }, { type: 'null' }] });
}

function describeContent({ schema, example, examples }: Loose): Loose {
  return omitUndefined<Loose>({
    schema: isLoose(schema) ? rawInput(schema) : undefined,
    example,
    examples: isLoose(examples) ? namedExamples(examples) : undefined,
  });
}

function describeHeader({ description, required, schema }: Loose): Loose {
  return omitUndefined<Loose>({
    description,
    required,
    schema: isLoose(schema) ? rawInput(schema) : undefined,
  });
}

function linksOf(type: unknown, operationIdOf: OperationIdOf | undefined): Record<string, LinkObject> {
  const target = isThunk(type) ? type() : type;
  if (operationIdOf === undefined || !isConstructor(target)) return {};
  const links = linksFrom(target).flatMap(
    ({ controller, method, parameter, field }): [string, LinkObject][] => {
      const operationId = operationIdOf(controller, method);
      if (operationId === undefined) return [];
      return [
        [
          `${operationId}_from_${field}`,
          { operationId, parameters: { [parameter]: `$response.body#/${field}` } },
        ],
      ];
    },
  );
  return Object.fromEntries(links);
}
