import type { TypeInput } from '../../../decorators/type-input.js';
import { compact, text } from './compact.js';
import { createSchema } from './context.js';
import type { OperationContext } from './context.js';
import type { ParameterObject, ParameterPlace } from './document.js';
import type { ParameterType } from './endpoint.js';
import { createExampled } from './examples.js';
import { extensionsOf, soundFields } from './fields/sound.js';
import { createOnlyContent } from './media-type.js';
import { findParameterProblem, type Named, type Problem } from './parameter-problem.js';
import { createStyle, shapeOfInput } from './parameter-style.js';
import type { Parameter } from './parts.js';
import { createQuerystring } from './querystring.js';
import { viewOf } from './request-view.js';

/** A Parameter Object; undefined, with a diagnostic, for one that cannot stand in a document. */
export function createParameter(given: Parameter, context: OperationContext): ParameterObject | undefined {
  if (!isDocumentable(given, context)) return undefined;
  const place = `${context.place} ${given.in} ${given.name}`;
  const sound = soundFields(given, 'parameter', place, context);
  const parameter = sound.in === 'querystring' ? createQuerystring(sound, place, context) : sound;
  if (parameter === undefined) return undefined;
  const content = createOnlyContent(parameter.content, place, context);
  return compact<ParameterObject>({
    name: parameter.name,
    in: parameter.in,
    description: text(parameter.description),
    required: parameter.in === 'path' || parameter.required === true ? true : undefined,
    deprecated: parameter.deprecated === true ? true : undefined,
    allowEmptyValue: createAllowEmptyValue(parameter, place, context),
    ...(content === undefined ? createSimple(parameter, place, context) : { content }),
    ...extensionsOf(parameter),
  });
}

/** What a parameter has that is written by its style, not by a media type. */
function createSimple(
  parameter: Parameter,
  place: string,
  context: OperationContext,
): Partial<ParameterObject> {
  const type: TypeInput = parameter.schema ?? { type: 'string' };
  const schema = createSchema(type, viewOf(context, 'input'), place, context);
  return {
    ...createStyle(parameter.in as ParameterPlace, shapeOfInput(type), parameter, place, context),
    schema,
    ...createExampled(parameter, schema, place, context),
  };
}

function createAllowEmptyValue(
  { allowEmptyValue, in: location }: Parameter,
  place: string,
  { report }: OperationContext,
): true | undefined {
  if (allowEmptyValue !== true) return undefined;
  if (location === 'query') return true;
  report({
    code: 'style-not-allowed',
    message: `allowEmptyValue is of query parameters only, and is left out of this ${location} parameter. Remove it.`,
    place,
  });
  return undefined;
}

/** Whether the parameter may stand in a document; if not, a diagnostic says why it does not. */
export function isDocumentable(parameter: Named, context: OperationContext): boolean {
  const problem = findParameterProblem(parameter, context.template);
  if (problem !== undefined) reportProblem(problem, parameter, context);
  return problem === undefined;
}

/** Says why a parameter cannot stand in a document. @param source the class that it is of */
export function reportProblem(
  problem: Problem,
  parameter: Named,
  context: OperationContext,
  source?: ParameterType,
): void {
  const { in: location = 'parameters', name = '' } = parameter as Partial<ParameterObject>;
  const origin = source === undefined || '~standard' in source ? '' : ` It is of the class ${source.name}.`;
  const place = `${context.place} ${location} ${name}`.trim();
  context.report({ ...problem, message: problem.message + origin, place });
}
