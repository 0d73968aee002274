import type {
  Endpoint,
  Parameter,
  RequestBody,
  Responses,
  ResponseSpec,
} from '../documents/openapi/types/endpoint.js';
import { isReference } from '../documents/openapi/create/references.js';
import { phraseOf } from './errors.js';

/** What `@Operation` says: fields of an `Endpoint`, each over what is known without it. */
export interface OperationFields extends Partial<
  Omit<Endpoint, 'method' | 'path' | 'responses' | 'requestBody'>
> {
  /** Each over the response of its status: `{ 200: { description: 'The cat' } }` keeps the type. */
  readonly responses?: Readonly<Partial<Record<keyof Responses, Partial<ResponseSpec>>>>;
  /** Over the body that the handler takes. */
  readonly requestBody?: Partial<RequestBody>;
}

/** The fields, those of `upper` before those of `lower`; responses, parameters and extensions one by one. */
export function overlay<T extends OperationFields | Endpoint>(lower: T, upper: OperationFields): T {
  const merged: OperationFields = {
    ...(lower as OperationFields),
    ...upper,
    ...(upper.responses && { responses: overlayResponses(lower.responses as Loose, upper.responses) }),
    ...(upper.parameters && { parameters: overlayParameters(lower.parameters, upper.parameters) }),
    ...(upper.extensions && { extensions: { ...lower.extensions, ...upper.extensions } }),
    ...(upper.requestBody && { requestBody: overlayBody(lower.requestBody, upper.requestBody) }),
  };
  return merged as T;
}

type Loose = OperationFields['responses'];

function overlayResponses(lower: Loose, upper: NonNullable<Loose>): NonNullable<Loose> {
  const entries = Object.entries(upper).map(([status, spec = {}]) => {
    const before = lower?.[status as keyof Responses] ?? { description: descriptionOf(status) };
    return [status, overlayBody(before, spec)];
  });
  return { ...lower, ...(Object.fromEntries(entries) as Loose) };
}

function descriptionOf(status: string): string {
  return /^\d+$/.test(status) ? phraseOf(Number(status)) : `Status ${status}`;
}

/** Whoever says what travels says all of it; the media type may be the route's. */
const TRAVELS = ['schema', 'itemSchema', 'content'] as const;

/** A body or a response, the fields of `upper` before those of `lower`. */
export function overlayBody<T extends object>(lower: object | undefined, upper: T): T {
  if (lower === undefined || isReference(lower) || isReference(upper)) return upper;
  if (!TRAVELS.some((name) => name in upper)) return { ...lower, ...upper };
  const { schema: _, itemSchema: __, content: ___, ...kept } = lower as Partial<ResponseSpec>;
  return { ...kept, ...upper };
}

function overlayParameters(
  lower: Endpoint['parameters'] = [],
  upper: NonNullable<Endpoint['parameters']>,
): NonNullable<Endpoint['parameters']> {
  const isSame = (one: object, other: object): boolean =>
    !isReference(one) && !isReference(other) && keyOf(one as Parameter) === keyOf(other as Parameter);
  const known = lower.map((one) => {
    const over = upper.find((other) => isSame(one, other));
    return over === undefined ? one : ({ ...one, ...over } as typeof one);
  });
  return [...known, ...upper.filter((one) => !lower.some((other) => isSame(one, other)))];
}

/** Header names know no case (RFC 9110, 5.1). */
export function keyOf({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

/** Whether it says what a success holds. */
export function saysSuccess({ responses = {} }: OperationFields = {}): boolean {
  return Object.entries(responses).some(
    ([status, spec = {}]) => isSuccess(status) && TRAVELS.some((name) => name in spec),
  );
}

/** A status by which an operation ends well; `default` may be one. */
export function isSuccess(status: string): boolean {
  return /^(?:[23]|default)/.test(status);
}
