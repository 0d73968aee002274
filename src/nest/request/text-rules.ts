import { isListRule } from '../../documents/model/type/rule-type.js';
import { shapeOfType } from '../../documents/openapi/create/parameter-style.js';
import type { ClassModel, PropertyModel, Rule } from '../../documents/model/types.js';
import { decoratorOf } from '../../documents/rules/rule-table.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import type { Platform } from '../nest-internals.js';
import type { Argument } from './arguments.js';

/** Types of rules that reject every text. */
const NOT_TEXT: ReadonlySet<Rule['type']> = new Set(['integer', 'number', 'boolean']);

/** Reports rules of parameter classes that reject the texts of a request, because nothing converts them. */
export function reportTextRules(
  { kind, dto, piped, validation }: Argument,
  modelOf: (dto: Constructor) => ClassModel,
  report: (finding: Finding) => void,
): void {
  const isText = kind === 'query' || kind === 'path' || kind === 'header';
  // A pipe of the application may convert the texts.
  if (!isText || dto === undefined || validation === undefined || piped.unread.length > 0) return;
  const { name, properties } = modelOf(dto);
  for (const property of properties) {
    const message = problemOf(property, kind);
    if (message !== undefined) report({ code: 'text-rejected', place: `${name}.${property.key}`, message });
  }
}

function problemOf({ rules, conversion }: PropertyModel, kind: string): string | undefined {
  const { converted, transformed, implicit } = conversion;
  const ofText = rules.find(({ type, custom, each }) => !custom && !each && NOT_TEXT.has(type));
  if (ofText !== undefined && !converted && !implicit)
    return `The values of a ${kind} are text, which ${decoratorOf(ofText)} rejects. Convert them: @Type(() => Number), a @Transform, or transformOptions: { enableImplicitConversion: true }.`;
  const ofLists = rules.find(isListRule);
  if (ofLists !== undefined && !transformed && kind === 'query')
    return `A single value of a query is no array, so ${decoratorOf(ofLists)} rejects it. Add @Transform(({ value }) => [value].flat()).`;
  return undefined;
}

/** Reports objects of a query that the query parser of the platform does not create, so they never arrive. */
export function reportNestedQueries(
  { kind, name, dto, piped }: Argument,
  place: string,
  { nestsQueries, platform }: Platform,
  modelOf: (dto: Constructor) => ClassModel,
  report: (finding: Finding) => void,
): void {
  if (kind !== 'query' || nestsQueries || dto === undefined || piped.unread.length > 0) return;
  const message = `The query parser of the application creates no objects: filter[min]=1 becomes a parameter named "filter[min]". ${PARSERS[platform] ?? ''}`;
  if (name !== undefined) {
    report({ code: 'nested-query', place, message });
    return;
  }
  const model = modelOf(dto);
  for (const { key, type, conversion } of model.properties)
    if (!conversion.transformed && shapeOfType(type) === 'object')
      report({ code: 'nested-query', place: `${model.name}.${key}`, message });
}

const PARSERS: Readonly<Record<string, string>> = {
  express: "Add app.set('query parser', 'extended').",
  fastify:
    'Add a parser such as qs: new FastifyAdapter({ routerOptions: { querystringParser: (text) => qs.parse(text) } }).',
};
