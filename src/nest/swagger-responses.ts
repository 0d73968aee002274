import type { TypeInput } from '../../decorators/type-input.js';
import type { Constructor } from '../shared/types.js';
import { isConstructor } from '../shared/values.js';
import { linksFrom } from '../documents/model/nest-swagger/operation.js';
import { defined, isLoose, isThunk, type Loose, mapLoose } from '../documents/model/nest-swagger/metadata.js';
import { rawInput, typeInputOf } from '../documents/model/nest-swagger/schema.js';
import type { LinkObject } from '../documents/openapi/types/document.js';
import type { ResponseSpec } from '../documents/openapi/types/endpoint.js';
import { listed, namedExamples } from './swagger-parameters.js';

/** The operationId of a handler; undefined where it is not documented. */
export type OperationIdOf = (controller: Constructor, method: string) => string | undefined;

/** `@ApiResponse` and its family. */
export function describeResponse(
  given: Loose,
  produces: readonly string[],
  operationIdOf: OperationIdOf | undefined,
): ResponseSpec {
  const { description = '', type, isArray, schema, content, headers, examples, example, nullable } = given;
  const body = isLoose(schema) ? rawInput(schema) : typeInputOf(type, isArray === true);
  const links = { ...linksOf(type, operationIdOf), ...(given.links as object | undefined) };
  return defined({
    description,
    schema: body !== undefined && nullable === true ? withNull(type, isArray === true) : body,
    contentType: produces.length === 0 || body === undefined ? undefined : [...produces],
    content: isLoose(content) ? mapLoose(content, describeContent) : undefined,
    headers: isLoose(headers) ? mapLoose(headers, describeHeader) : undefined,
    examples: isLoose(examples) ? namedExamples(examples) : undefined,
    example: example ?? listed(examples),
    links: Object.keys(links).length === 0 ? undefined : links,
  }) as unknown as ResponseSpec;
}

function withNull(type: unknown, isArray: boolean): TypeInput {
  return rawInput({ anyOf: [{ type, isArray }, { type: 'null' }] });
}

function describeContent({ schema, example, examples }: Loose): Loose {
  return defined({
    schema: isLoose(schema) ? rawInput(schema) : undefined,
    example,
    examples: isLoose(examples) ? namedExamples(examples) : undefined,
  });
}

function describeHeader({ description, required, schema }: Loose): Loose {
  return defined({ description, required, schema: isLoose(schema) ? rawInput(schema) : undefined });
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
