import * as annotations from '../../../decorators/annotations.js';
import { DecoratorError } from '../../../decorators/arguments.js';
import * as locations from '../../../decorators/locations.js';
import * as model from '../../../decorators/model.js';
import * as operation from '../../../decorators/operation.js';
import * as memberRules from '../../../src/documents/model/member-decorators.js';
import { Operation } from '../../../src/nest/operation-decorator.js';
import * as presence from '../../../decorators/annotations.js';
import * as types from '../../../decorators/types.js';
import { untyped } from './record.js';

const { Returns } = operation;
const OF_PROPERTIES = { ...annotations, ...locations, ...model, ...presence, ...types };
const DECORATORS = Object.entries({ ...OF_PROPERTIES, ...memberRules, Operation, Returns });
/** A class alone may be meant for a type here, so its message is another: `@ArrayOf(Item)`. */
const TAKE_TYPES = new Set(['TypeOf', 'ArrayOf', 'MapOf', 'TupleOf', 'OneOf', 'Returns']);

describe('bad input: a decorator without its parentheses', () => {
  class Order {
    static count = 0;
    get total(): unknown {
      return this.constructor;
    }
  }
  const getter = Object.getOwnPropertyDescriptor(Order.prototype, 'total');
  const problem = (name: string): string =>
    `@${name} needs its parentheses: write @${name}(), with its arguments if it has any. A class is not an argument.`;

  it.each(DECORATORS)('%s on a property, a getter, a static member', (name, decorator) => {
    expect(() => {
      untyped(decorator)(Order.prototype, 'items', undefined);
    }).toThrow(new DecoratorError(`@${name}`, 'Order.items', problem(name).slice(name.length + 2)));
    expect(() => {
      untyped(decorator)(Order.prototype, 'total', getter);
    }).toThrow(`Order.total: ${problem(name)}`);
    expect(() => {
      untyped(decorator)(Order, 'count');
    }).toThrow(`Order.count: ${problem(name)}`);
  });

  it.each(DECORATORS.filter(([name]) => !TAKE_TYPES.has(name)))('%s on a class', (name, decorator) => {
    expect(() => {
      untyped(decorator)(Order);
    }).toThrow(`Order: ${problem(name)}`);
  });

  it.each(DECORATORS)('%s rejects a call as a standard decorator', (name, decorator) => {
    const context = { kind: 'field', name: 'items', addInitializer: () => undefined };
    expect(() => {
      untyped(decorator)(undefined as never, context as never);
    }).toThrow(`items: @${name} was called as a standard decorator`);
  });

  it('is distinguished from a class that was given for a type', () => {
    expect(() => {
      untyped(types.ArrayOf(Order as never, { unique: true }))(Order.prototype, 'items');
    }).toThrow('Order.items: @ArrayOf needs a function that returns the type');
  });
});
