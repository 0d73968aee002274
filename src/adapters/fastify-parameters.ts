import type { FastifyInstance } from 'fastify';
import { schemaOfParameter } from '../documents/openapi/create/parameter-style.js';
import type { CompiledOperation } from '../operations/compile-operation.js';
import type { Finding } from '../shared/diagnostics.js';

/** The limit of find-my-way, Fastify's router, in characters. */
const DEFAULT_LIMIT = 100;

/** Returns findings about path parameters whose documented values are longer than the router accepts. */
export function tooLongForRouter(
  app: FastifyInstance,
  operations: readonly CompiledOperation[],
): readonly Finding[] {
  const limit = limitOf(app);
  return operations.flatMap(({ contract, endpoint }) =>
    contract.parameters.flatMap((parameter) => {
      const schema = parameter.in === 'path' ? schemaOfParameter(parameter) : undefined;
      const maxLength = schema?.maxLength ?? 0;
      return maxLength > limit
        ? [findingOf(`${endpoint.method} ${endpoint.path}`, parameter.name, maxLength, limit)]
        : [];
    }),
  );
}

function limitOf({ initialConfig }: FastifyInstance): number {
  const { routerOptions, maxParamLength } = initialConfig as {
    readonly routerOptions?: { readonly maxParamLength?: number };
    readonly maxParamLength?: number;
  };
  return routerOptions?.maxParamLength ?? maxParamLength ?? DEFAULT_LIMIT;
}

function findingOf(place: string, name: string, maxLength: number, limit: number): Finding {
  return {
    code: 'path-parameter-too-long',
    message: `The path parameter ${name} may have ${maxLength} characters, but Fastify answers 414 above ${limit}. Write Fastify({ routerOptions: { maxParamLength: ${maxLength} } }).`,
    place,
  };
}
