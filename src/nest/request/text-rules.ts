import { createModeller, plainView } from '../../documents/model/class-model.js';
import { isListRule } from '../../documents/model/rule-type.js';
import type { PropertyModel } from '../../documents/model/types.js';
import { resolveValidation, type ValidationOptions } from '../../documents/model/validation-options.js';
import { decoratorOf } from '../../documents/rules/rule-table.js';
import type { Finding } from '../../shared/diagnostics.js';
import type { Argument } from './arguments.js';

/** Rules that reject every text, so that no value of a query, a path or a header passes. */
const REJECTS_TEXT: ReadonlySet<string> = new Set([
  ...['isInt', 'isNumber', 'isPositive', 'isNegative', 'min', 'max', 'isDivisibleBy', 'isBoolean'],
]);

/** Reports rules of parameter classes that reject the texts of a request, because nothing converts them. */
export function reportTextRules(
  { kind, dto, piped, validation }: Argument,
  given: ValidationOptions | undefined,
  report: (finding: Finding) => void,
): void {
  const isText = kind === 'query' || kind === 'path' || kind === 'header';
  // A pipe of the application may convert the texts.
  if (!isText || dto === undefined || validation === undefined || piped.unread.length > 0) return;
  const modelOf = createModeller(resolveValidation(given ?? validation.options), () => undefined);
  const { name, properties } = modelOf(dto, plainView('input'));
  for (const property of properties) {
    const message = problemOf(property, kind);
    if (message !== undefined) report({ code: 'text-rejected', place: `${name}.${property.key}`, message });
  }
}

function problemOf(
  { rules, converted, transformed, implicit }: PropertyModel,
  kind: string,
): string | undefined {
  const ofText = rules.find(({ name, custom, each }) => !custom && !each && REJECTS_TEXT.has(name));
  if (ofText !== undefined && !converted && !implicit)
    return `The values of a ${kind} are text, which ${decoratorOf(ofText)} rejects. Convert them: @Type(() => Number), a @Transform, or transformOptions: { enableImplicitConversion: true }.`;
  const ofLists = rules.find(isListRule);
  if (ofLists !== undefined && !transformed && kind === 'query')
    return `A single value of a query is no array, so ${decoratorOf(ofLists)} rejects it. Add @Transform(({ value }) => [value].flat()).`;
  return undefined;
}
