import 'reflect-metadata';
import { DecoratorError, placeOf } from '../../decorators/arguments.js';
import { isRecord, show } from '../shared/values.js';
import { overlay, type OperationFields } from './merge-endpoint.js';
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
 * Says of an operation what Nest does not know: its description, tags, security, further responses. What a handler's
 * says goes before what its controller's says; `false` leaves the operation, or the controller's, out of the document.
 *
 * For example `@Operation({ tags: ['Pets'], security: [{ bearerAuth: [] }] })` `@Controller('cats') class CatsController { … }`,
 * or `@Operation({ summary: 'Finds a cat', responses: { 404: { description: 'There is none' } } })` `@Get(':id') find(…) { … }`.
 *
 * @throws DecoratorError for something that is no object of fields, where it stands on a property, and for an
 * operationId that a controller gives to all its handlers
 */
export function Operation(fields: OperationFields | false): HandlerAnnotation {
  return (target, key, descriptor) => {
    const place = placeOf(target, key);
    const fail = (problem: string): never => {
      throw new DecoratorError(DECORATOR, place, problem);
    };
    if (fields !== false && !isRecord(fields))
      fail(`needs an object of fields, or false to leave the operation out, not ${show(fields)}.`);
    if (key === undefined) {
      if (fields !== false && fields.operationId !== undefined)
        fail('gives one operationId to all handlers; give each its own.');
      Reflect.defineMetadata(OPERATION, fields, target);
    } else {
      if (typeof descriptor?.value !== 'function')
        fail('stands on a handler or on a controller, as in @Operation({ summary: … }) find() { … }.');
      Reflect.defineMetadata(OPERATION, fields, target, key);
    }
  };
}

/** What `@Operation` says of a handler and its controller; `false`: that it is left out. */
export function operationFieldsOf({
  controller,
  prototype,
  methodName,
}: Handler): OperationFields | false | undefined {
  const ofAll = Reflect.getMetadata(OPERATION, controller) as OperationFields | false | undefined;
  const own = Reflect.getMetadata(OPERATION, prototype, methodName) as OperationFields | false | undefined;
  if (ofAll === false || own === false) return false;
  return ofAll === undefined ? own : overlay(ofAll, own ?? {});
}
