import 'reflect-metadata';
import { DecoratorError, placeOf } from '../../decorators/arguments.js';
import { refuseBareUse } from '../../decorators/wrong-use.js';
import { isRecord, show } from '../shared/values.js';
import { renameInputs } from '../documents/openapi/create/input-names.js';
import { mergeFields, type OperationFields } from './merge-endpoint.js';
import type { Handler } from './routes.js';

const OPERATION = Symbol.for('dtospec:operation');
const DECORATOR = '@Operation';

/** Annotates a handler of a controller, or the controller for all its handlers. */
export type HandlerAnnotation = (
  target: object,
  key?: string | symbol,
  descriptor?: PropertyDescriptor,
) => void;

/**
 * Documents parts of an operation for which Nest has no metadata, such as
 * description, tags, security and further responses. A handler's fields replace
 * its controller's. `false` omits the operation, or the whole controller.
 *
 * For example `@Operation({ tags: ['Pets'], security: [{ bearerAuth: [] }] })` `@Controller('cats') class
 * CatsController { … }`, or `@Operation({ summary: 'Finds a cat', responses: { 404: { description: 'Cat not
 * found' } } })` `@Get(':id') find(…) { … }`.
 *
 * @throws ConfigError for a value that is not an object of fields, for two names of one input, on a property,
 *   and for an operationId on a controller
 */
export function Operation(fields: OperationFields | false): HandlerAnnotation;
export function Operation(...args: readonly [fields: OperationFields | false]): HandlerAnnotation {
  refuseBareUse(DECORATOR, args);
  const [fields] = args;
  return (target, key, descriptor) => {
    const place = placeOf(target, key);
    const fail = (problem: string): never => {
      throw new DecoratorError(DECORATOR, place, problem);
    };
    if (fields !== false && !isRecord(fields))
      fail(`needs an object of fields, or false to leave the operation out, not ${show(fields)}.`);
    const [status, response] =
      Object.entries(fields === false ? {} : (fields.responses ?? {})).find(([, spec]) => !isRecord(spec)) ??
      [];
    if (status !== undefined)
      fail(`has ${show(response)} for ${status}. Write { ${status}: { description: 'Not found' } }.`);
    // Inferred inputs have the older names, too.
    const stored =
      fields &&
      renameInputs(fields, (name, older) => fail(`has ${name} and ${older}, its other name. Remove one.`));
    if (key === undefined) {
      if (fields !== false && fields.operationId !== undefined)
        fail('gives one operationId to all handlers; give each its own.');
      Reflect.defineMetadata(OPERATION, stored, target);
    } else {
      if (typeof descriptor?.value !== 'function')
        fail('decorates a handler or a controller, as in @Operation({ summary: … }) find() { … }.');
      Reflect.defineMetadata(OPERATION, stored, target, key);
    }
  };
}

export function operationFieldsOf({
  controller,
  prototype,
  methodName,
}: Handler): OperationFields | false | undefined {
  const ofAll = Reflect.getMetadata(OPERATION, controller) as OperationFields | false | undefined;
  const own = Reflect.getMetadata(OPERATION, prototype, methodName) as OperationFields | false | undefined;
  if (ofAll === false || own === false) return false;
  return ofAll === undefined ? own : mergeFields(ofAll, own ?? {});
}
