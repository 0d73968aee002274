// What must not compile, seen through the published types. An expectation that is not met is an error itself.
import {
  ArrayOf,
  Default,
  Deprecated,
  Description,
  Docs,
  Enum,
  Example,
  Extension,
  Format,
  Header,
  MapOf,
  Model,
  Nullable,
  OneOf,
  Optional,
  Path,
  Query,
  ReadOnly,
  Required,
  SchemaOverride,
  TupleOf,
  TypeOf,
  Webhook,
  formBody,
  formURLEncodedBody,
  operation,
  response,
  schema,
  standardSchema,
} from 'dtospec';
import { Message, Notifier, WebhookChannel } from 'dtospec/webhook';

class Item {
  name!: string;
}

const form = { method: 'POST', path: '/', responses: { 204: response('None') } } as const;

/** Never called: only the compiler looks at it. */
export function misuse(): unknown[] {
  return [
    // @ts-expect-error the fields of a form have types, which a Standard Schema lacks
    operation({ ...form, body: formBody(standardSchema(Item)) }, () => undefined),
    // @ts-expect-error the same for a form of text fields
    operation({ ...form, body: formURLEncodedBody(standardSchema(Item)) }, () => undefined),
    // @ts-expect-error a description is a text
    Description(5),
    // @ts-expect-error a description is not left out
    Description(),
    // @ts-expect-error a format is a text
    Format(/x/),
    // @ts-expect-error a Map is no JSON value
    Default(new Map()),
    // @ts-expect-error an example is given
    Example(),
    // @ts-expect-error the name begins with x-
    Extension('internal', true),
    // @ts-expect-error a name is a text
    Query(1),
    // @ts-expect-error csv is no style
    Query('q', { style: 'csv' }),
    // @ts-expect-error a path has no reserved characters
    Path('id', { allowReserved: true }),
    // @ts-expect-error a header has one style
    Header('X-Id', { style: 'form' }),
    // @ts-expect-error a thunk, so that circular imports work
    ArrayOf(Item),
    // @ts-expect-error a thunk, not a class
    MapOf(Number),
    // @ts-expect-error a list of types
    TupleOf(() => Item),
    // @ts-expect-error a list of types
    OneOf(() => Item),
    // @ts-expect-error a thunk, not a class
    TypeOf(Item),
    // @ts-expect-error an enum's values are texts and numbers
    Enum({ on: true }),
    // @ts-expect-error an object of options
    Model('Person'),
    // @ts-expect-error the event has a name
    Webhook(),
    // @ts-expect-error no such type
    SchemaOverride({ type: 'text' }),
    // @ts-expect-error a title is needed
    new Docs({ info: { version: '1' } }),
    // @ts-expect-error no such version
    new Docs({ info: { title: 'a', version: '1' }, openapi: '2.0' }),
    // @ts-expect-error a response has a description
    response(Item),
    operation(
      { method: 'POST', path: '/', body: schema('integer'), responses: { 200: response('Text', String) } },
      // @ts-expect-error a number is no text
      ({ body }) => body,
    ),
    // @ts-expect-error no such method
    operation({ method: 'GTE', path: '/', responses: { 204: response('None') } }, () => undefined),
    // @ts-expect-error no such status
    operation({ method: 'GET', path: '/', responses: { 20: response('None') } }, () => undefined),
    // @ts-expect-error the class lacks the parameter of the path
    operation({ method: 'GET', path: '/{id}', params: Item, responses: {} }, () => undefined as never),
    operation({ method: 'GET', path: '/{id}', responses: { 200: response('', String) } }, ({ params }) => {
      // @ts-expect-error a misspelt parameter
      return params.idd;
    }),
    // @ts-expect-error an endpoint has responses
    new Docs({ info: { title: 'a', version: '1' } }).add({ method: 'GET', path: '/' }),
    // @ts-expect-error a form is of texts
    new Message().setForm({ a: 1 }),
    // @ts-expect-error milliseconds
    new WebhookChannel({ timeout: '30s' }),
    // @ts-expect-error a channel has a prepare method and more
    new Notifier().register({ name: 'webhook' }),
  ];
}

/** On places where they say nothing. */
export class Misplaced {
  // @ts-expect-error @Model says how a class is documented
  @Model({ name: 'Name' }) name!: string;
  // @ts-expect-error a method is no property
  @Description('Adds') add(): number {
    return 1;
  }
  // @ts-expect-error a method has no presence
  @Required() remove(): number {
    return 1;
  }
}

// @ts-expect-error a class is never null
@Nullable()
export class NullableClass {}

// @ts-expect-error a class is read and written
@ReadOnly()
export class ReadOnlyClass {}

// @ts-expect-error a class is no query parameter
@Query('q')
export class QueryClass {}

// @ts-expect-error a class is not optional
@Optional()
export class OptionalClass {}

/** On a class, and right: the table above can also be met. */
@Deprecated()
@Description('A class')
export class Right {}
