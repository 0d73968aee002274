import type { Constructor } from '../../../shared/types.js';
import { isConstructor } from '../../../shared/values.js';
import { describeClass } from '../../model/class-facts.js';
import { nonEmpty } from '../omit-empty.js';
import { messageOf, type OperationContext, viewOf } from '../context.js';
import type { HeaderObject, OrReference } from '../types/document.js';
import type { ResponseHeaders, ResponseSpec } from '../types/parts.js';
import { createClassParameter } from './class-parameters.js';
import { createHeaders } from './media-type.js';

/** Returns the classes and the headers by name of a response, in their order. */
export function headerSources(headers: ResponseSpec['headers']): readonly ResponseHeaders[] {
  return headers === undefined ? [] : [headers].flat();
}

/** Joins headers of two origins. Where both have a name, the second one is documented. */
export function joinHeaders(
  first: ResponseSpec['headers'],
  second: ResponseSpec['headers'],
): NonNullable<ResponseSpec['headers']> {
  const sources = [...headerSources(first), ...headerSources(second)];
  const isByName = !sources.some((source) => isConstructor(source));
  return isByName ? (Object.assign({}, ...sources) as ResponseHeaders) : sources;
}

export function headerClassesIn(headers: ResponseSpec['headers']): readonly Constructor[] {
  return headerSources(headers).filter((source) => isConstructor(source));
}

/** Returns the names of the headers, before a class is compiled. */
export function headerNamesIn(headers: ResponseSpec['headers']): readonly string[] {
  return headerSources(headers).flatMap((source) =>
    isConstructor(source)
      ? [...describeClass(source).properties.values()].map(
          ({ key, annotations, exposure }) => annotations.locations?.header ?? exposure?.name ?? key,
        )
      : Object.keys(source),
  );
}

export function createResponseHeaders(
  headers: ResponseSpec['headers'],
  context: OperationContext,
): Record<string, OrReference<HeaderObject>> | undefined {
  const created = headerSources(headers).map((source) =>
    isConstructor(source) ? createClassHeaders(source, context) : createHeaders(source, context),
  );
  return nonEmpty(Object.assign({}, ...created) as Record<string, OrReference<HeaderObject>>);
}

/** Creates the headers of a response from a class. */
function createClassHeaders(target: Constructor, context: OperationContext): Record<string, HeaderObject> {
  const place = `${context.place} headers`;
  try {
    const model = context.compiler.modelOf(target, viewOf(context, 'output'));
    const schemaOf = context.compiler.parameterSchemasOf(model);
    const source = { target, in: 'header', elsewhere: [] } as const;
    const shown = model.properties.filter(({ annotations }) => annotations.hidden !== true);
    const entries = shown.map((property) => {
      const { name, in: _, ...header } = createClassParameter(property, schemaOf(property), source, context);
      return [name, header] as const;
    });
    return Object.fromEntries(entries);
  } catch (error) {
    context.report({
      code: 'broken-parameter-class',
      message: `No headers could be made of this class: ${messageOf(error)} Pass a class with decorated properties.`,
      place,
    });
    return {};
  }
}
