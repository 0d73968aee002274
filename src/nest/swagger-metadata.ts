import type { Report } from '../base/diagnostics.js';
import type { Constructor } from '../base/types.js';
import type { Endpoint, Parameter, RequestBody, Responses } from '../spec/endpoint.js';

/** A parameter as far as `@ApiParam`, `@ApiQuery` or `@ApiHeader` describe it: what they leave open is for the route to say. */
export type DescribedParameter = Pick<Parameter, 'name' | 'in'> & Partial<Parameter>;

/** What @nestjs/swagger's decorators say of one operation, as fields of our `Endpoint`. */
export interface OperationMetadata {
  /** `@ApiExcludeEndpoint`, `@ApiExcludeController`: the operation is left out of the document. */
  readonly excluded: boolean;
  /** `@ApiIncludeEndpoint`. */
  readonly included: boolean;
  /** `@ApiWebhook`: the name of the webhook that this method stands for. */
  readonly webhook: string | undefined;
  /** What is said of the operation as a whole; only the fields that a decorator gave. */
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
      | 'extensions'
    >
  >;
  readonly parameters: readonly DescribedParameter[];
  /** `@ApiQuery({ type: Filter })` without a name: a class whose properties are query parameters. */
  readonly queryParams: Constructor | undefined;
  /** `@ApiBody`; without `schema` where it gives no type. */
  readonly requestBody: Partial<RequestBody> | undefined;
  /** `@ApiResponse` and its family, the controller's below the method's. */
  readonly responses: Responses;
  /** `@ApiConsumes`; empty without. */
  readonly consumes: readonly string[];
  /** `@ApiProduces`; empty without. */
  readonly produces: readonly string[];
  /** `@ApiExtraModels` of method and controller: hand-written schemas refer to them by name. */
  readonly models: readonly Constructor[];
}

/** Where a route's operation is written, and what is known of it without decorators of documentation. */
export interface OperationSource {
  readonly controller: Constructor;
  /** The name of the handler, which may be inherited. */
  readonly method: string;
  /** The status of a success: `@HttpCode`, else 201 for POST and 200. */
  readonly status: number;
  readonly report: Report;
}
