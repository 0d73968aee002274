import {
  below,
  cookiePairs,
  decodeForm,
  decodePercent,
  formPairs,
  isDecodable,
  isValueWithoutBytes,
  type OpenApiDocument,
  type OperationObject,
  type OrReference,
  type ParameterObject,
  type RawValues,
  type SecurityObject,
  securitySchemeName,
  splitTarget,
} from 'dtospec/internal';
import { checkContent, type ContentContext } from './check-content.js';
import { checkValue, writtenOf } from './check-values.js';
import type { FoundParameter } from './types.js';
import { urlencodedValue } from './form-values.js';
import { headerOf, type RequestMessage } from './message.js';
import { type DocumentedOperation, otherSlash } from './operations.js';
import { isOpenObject, propertiesOf, shapeOf } from './schemas/subschemas.js';

export interface RequestContext extends ContentContext {
  readonly operation: DocumentedOperation;
  readonly object: OperationObject;
  readonly shared: readonly OrReference<ParameterObject>[];
  readonly credentials: ReadonlySet<string>;
}

/**
 * Header parameters to ignore: "If in is "header" and the name field is "Accept", "Content-Type" or
 * "Authorization", the parameter definition SHALL be ignored."
 */
export const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

export function checkRequest(request: RequestMessage, context: RequestContext): void {
  if (isDecodable(splitTarget(request.target).query)) {
    const parameters = parametersOf(context);
    const places = placesOf(request, context.operation);
    for (const parameter of parameters) checkParameter(parameter, places, request, context);
    checkUnknown(parameters, request, context);
  } else {
    const place = { name: 'query', documented: below(context.operation.pointer, 'parameters') };
    context.list.add('parameter-invalid', place, 'parameters', 'has invalid percent-encoding');
  }
  checkBody(request, context);
}

export function parametersOf({
  object,
  shared,
  operation,
  follow,
}: Pick<RequestContext, 'object' | 'shared' | 'operation' | 'follow'>): FoundParameter[] {
  const all = new Map<string, FoundParameter>();
  const put = (list: readonly OrReference<ParameterObject>[], base: string): void => {
    for (const [index, declared] of list.entries()) {
      const followed = follow(declared as ParameterObject, below(base, index));
      const { in: location, name } = followed.object;
      const key = location === 'header' ? name.toLowerCase() : name;
      all.set(`${location} ${key}`, { parameter: followed.object, pointer: followed.pointer });
    }
  };
  put(shared, below('#/paths', operation.path, 'parameters'));
  put(object.parameters ?? [], below(operation.pointer, 'parameters'));
  return [...all.values()].filter(
    ({ parameter }) => !(parameter.in === 'header' && IGNORED_HEADERS.has(parameter.name.toLowerCase())),
  );
}

type Places = Readonly<Record<'path' | 'query' | 'cookie', RawValues>>;

function placesOf({ target, headers }: RequestMessage, { matches }: DocumentedOperation): Places {
  const { pathname, query } = splitTarget(target);
  const values = matches
    .map((match) => match(pathname) ?? match(otherSlash(pathname)))
    .find((value) => value !== undefined);
  return {
    path: { pairs: Object.entries(Object.fromEntries(values ?? [])), decode: decodePercent },
    query: { pairs: formPairs(query), decode: decodeForm },
    cookie: { pairs: cookiePairs(headers.get('cookie')?.join('; ') ?? ''), decode: decodePercent },
  };
}

function checkParameter(
  documented: FoundParameter,
  places: Places,
  request: RequestMessage,
  context: RequestContext,
): void {
  const { parameter, pointer } = documented;
  const { in: location, name } = parameter;
  const place = { name: `${location} parameter ${name}`, documented: pointer };
  if (location === 'querystring') {
    checkQuerystring(documented, request, context);
    return;
  }
  const written = writtenOf(parameter, name, location, context.checker);
  const source = location === 'header' ? headerPlace(name, request) : places[location];
  const faults = context.list.all.length;
  const isThere = checkValue(parameter, written, source, place, 'parameter-invalid', context);
  if (!isThere && parameter.required === true)
    context.list.add('parameter-missing', place, 'required', 'is required, and missing');
  if (context.list.all.length === faults) context.observer.parameter(documented, isThere);
}

function headerPlace(name: string, { headers }: RequestMessage): RawValues {
  const value = headerOf(headers, name.toLowerCase());
  return { pairs: value === undefined ? [] : [[name, value]], decode: (text) => text };
}

/** Checks a parameter for the whole query (OpenAPI 3.2), which is usually a form. */
function checkQuerystring(
  documented: FoundParameter,
  { target }: RequestMessage,
  { checker, list, observer }: RequestContext,
): void {
  const { parameter, pointer } = documented;
  const { content = {} } = parameter;
  const [contentType = ''] = Object.keys(content);
  const mediaType = content[contentType];
  if (mediaType === undefined || !('schema' in mediaType) || !/urlencoded/i.test(contentType)) return;
  const { schema, encoding = {} } = mediaType;
  const { query } = splitTarget(target);
  const value = urlencodedValue(query, schema, encoding, checker.resolve);
  const place = { name: 'query', documented: below(pointer, 'content', contentType, 'schema') };
  const faults = checker.faultsOf(schema, value);
  list.addFaults('parameter-invalid', place, faults);
  if (faults.length > 0) return;
  observer.parameter(documented, query !== '');
  observer.value(place.documented, value);
}

function checkUnknown(
  parameters: readonly FoundParameter[],
  { target }: RequestMessage,
  { checker, list, operation, credentials }: RequestContext,
): void {
  const inQuery = parameters
    .map(({ parameter }) => parameter)
    .filter((parameter) => parameter.in.startsWith('query'));
  if (inQuery.some((parameter) => parameter.in === 'querystring')) return;
  const spread = inQuery.filter(({ schema, style = 'form', explode = true }) => {
    return style === 'form' && explode && shapeOf(schema, checker.resolve) === 'object';
  });
  if (spread.some(({ schema }) => isOpenObject(schema, checker.resolve))) return;
  const members = spread.flatMap(({ schema }) => [...propertiesOf(schema, checker.resolve).keys()]);
  const known = new Set([...inQuery.map(({ name }) => name), ...members, ...credentials]);
  const names = new Set(formPairs(splitTarget(target).query).map(([name]) => name));
  for (const name of names) {
    if (known.has(name) || known.has(name.replace(/\[.*$/s, ''))) continue;
    const place = { name: `query parameter ${name}`, documented: below(operation.pointer, 'parameters') };
    list.add('parameter-undocumented', place, 'parameters', 'is not documented');
  }
}

function checkBody(request: RequestMessage, context: RequestContext): void {
  const { object, operation, follow, list } = context;
  const isThere = request.body.kind !== 'none';
  const contentType = headerOf(request.headers, 'content-type');
  const base = below(operation.pointer, 'requestBody');
  if (object.requestBody === undefined) {
    if (isThere && request.method !== 'GET' && request.method !== 'HEAD')
      list.add(
        'body-undocumented',
        { name: 'request body', documented: operation.pointer },
        'requestBody',
        'is not documented',
      );
    return;
  }
  const { object: requestBody, pointer } = follow(
    object.requestBody as { required?: boolean; content?: object },
    base,
  );
  const place = { name: 'request body', documented: below(pointer, 'content') };
  const check = ({ headers, body }: Pick<RequestMessage, 'headers' | 'body'>): void => {
    checkContent((requestBody.content ?? {}) as never, { headers, body }, place, context);
  };
  if (isThere) check(request);
  else if (requestBody.required !== true) return;
  else if (contentType !== undefined && isValueWithoutBytes(contentType))
    check({ ...request, body: { kind: 'text', text: '' } });
  else list.add('body-missing', { ...place, documented: pointer }, 'required', 'is required, and missing');
}

export function credentialsOf(
  security: readonly SecurityObject[] = [],
  { components }: OpenApiDocument,
  follow: ContentContext['follow'],
): ReadonlySet<string> {
  const { securitySchemes = {} } = components ?? {};
  const names = security
    .flatMap((requirement) => Object.keys(requirement).map(securitySchemeName))
    .filter((name) => Object.hasOwn(securitySchemes, name));
  return new Set(
    names.flatMap((name) => {
      const scheme = securitySchemes[name] as { in?: string; name?: string };
      const { object } = follow(scheme, below('#/components/securitySchemes', name));
      return object.in === 'query' && object.name !== undefined ? [object.name] : [];
    }),
  );
}
