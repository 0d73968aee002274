import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import type { ParameterObject, RequestBodyObject } from '../../documents/openapi/types/document.js';
import { ConfigError } from '../../shared/errors.js';
import { isJson } from '../../shared/media-types.js';
import { setMember } from '../../shared/values.js';
import { closedSchema } from '../../documents/json-schema/closed-schema.js';
import type { CompleteSchema } from '../../documents/json-schema/inline-definitions.js';
import { PART_NAMES } from '../operation.js';
import { schemaOfParameter } from '../../documents/openapi/create/parameter-style.js';

/** The documented input of an operation. */
export interface OperationContract {
  readonly place: string;
  readonly parameters: readonly ParameterObject[];
  /** The property of each parameter in its class, undefined without a class. */
  readonly properties: readonly (string | undefined)[];
  readonly requestBody: RequestBodyObject | undefined;
  /** Returns the schema of a reference. */
  readonly resolve: Resolve;
}

/**
 * Returns one schema of everything that an operation takes, with all definitions that it needs.
 * @throws ConfigError if the operation takes a body, but none in JSON
 */
export function inputSchema(
  contract: Pick<OperationContract, 'place' | 'parameters' | 'requestBody' | 'resolve'>,
): CompleteSchema {
  return closedSchema(contract.resolve, 'request', (close) => {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const [location, name] of Object.entries(PART_NAMES)) {
      const parameters = contract.parameters.filter((parameter) => parameter.in === location);
      if (parameters.length === 0) continue;
      properties[name] = partSchema(parameters, close);
      if (parameters.some((parameter) => parameter.required === true)) required.push(name);
    }
    if (contract.requestBody !== undefined) {
      properties.body = close(bodySchema(contract.requestBody, contract.place));
      if (contract.requestBody.required === true) required.push('body');
    }
    return closedObject(properties, required);
  });
}

function partSchema(parameters: readonly ParameterObject[], close: (schema: Schema) => Schema): Schema {
  const properties: Record<string, Schema> = {};
  for (const parameter of parameters) {
    const { name, description } = parameter;
    const schema = close(schemaOfParameter(parameter) ?? {});
    setMember(properties, name, { ...(description !== undefined && { description }), ...schema });
  }
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return closedObject(properties, required);
}

function closedObject(properties: Record<string, Schema>, required: string[]): Schema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function bodySchema({ content, description }: RequestBodyObject, place: string): Schema {
  const [, mediaType] = Object.entries(content).find(([contentType]) => isJson(contentType)) ?? [];
  if (mediaType === undefined)
    throw new ConfigError(
      `operation ${place} takes ${Object.keys(content).join(', ')}, which has no JSON Schema as a part of its input. Add a JSON body to the operation, or leave it out.`,
    );
  const { schema = {} } = mediaType as { readonly schema?: Schema };
  return description === undefined ? schema : { description, ...schema };
}
