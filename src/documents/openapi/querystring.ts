import type { OperationContext } from './context.js';
import { reportLacking } from './fields/sound.js';
import type { BoundParameter } from './parameter-class.js';
import type { Content, Parameter } from './parts.js';
import { schemaOfContent } from './body-type.js';

const FORM = 'application/x-www-form-urlencoded';

/**
 * The query as a whole (OpenAPI 3.2, 4.8.12.1): one media type says how it is written. Before 3.2 a form is a query
 * parameter whose properties are parameters each; anything else cannot be said.
 */
export function createQuerystring(
  parameter: Parameter,
  place: string,
  context: OperationContext,
): Parameter | undefined {
  const { schema, content: given, ...rest } = parameter;
  const content: Content = given ?? { [FORM]: { schema: schema ?? {} } };
  if (context.config.openapi === '3.2') return { ...rest, content };
  const [[contentType, entry] = ['', undefined]] = Object.entries(content);
  const type = entry && schemaOfContent(entry, context);
  if (contentType === FORM && type !== undefined)
    return { ...rest, in: 'query', style: 'form', explode: true, schema: type };
  reportLacking('querystring parameter', '3.2', place, context);
  return undefined;
}

/** The query is said once: as a whole or parameter by parameter (OpenAPI 3.2, 4.8.12.1). */
export function withoutSecondQuery(
  parameters: readonly BoundParameter[],
  { place, report }: OperationContext,
): BoundParameter[] {
  if (!parameters.some(({ parameter }) => parameter.in === 'querystring')) return [...parameters];
  const whole = parameters.filter(({ parameter }) => parameter.in === 'querystring');
  const hasParts = parameters.some(({ parameter }) => parameter.in === 'query');
  const lost = whole.slice(hasParts ? 0 : 1);
  for (const { parameter } of lost)
    report({
      code: 'querystring-beside-query',
      message: `The querystring parameter ${parameter.name} is left out, for the query is documented beside it. Keep one of the two.`,
      place: `${place} querystring ${parameter.name}`,
    });
  return parameters.filter((bound) => !lost.includes(bound));
}
