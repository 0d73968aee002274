import { DecoratorError } from '../../../decorators/arguments.js';
import { missingURL } from '../../../src/webhooks/messages/errors.js';
import { unknownChannel } from '../../../src/webhooks/notifier/errors.js';
import { DtospecError } from '../../../src/shared/errors.js';
import * as diff from '../../../src/tools/diff/index.js';
import * as main from '../../../src/index.js';
import * as nest from '../../../src/nest/index.js';
import * as testing from '../../../src/tools/testing.js';
import * as webhook from '../../../src/webhooks/messages/index.js';

type ErrorClass = abstract new () => Error;

const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === 'function' && value.prototype instanceof Error;

const classes = Object.entries<unknown>({ ...main, ...webhook, ...diff, ...nest, ...testing }).flatMap(
  ([name, value]) => (isErrorClass(value) ? [[name, value] as const] : []),
);

describe('every exported error', () => {
  it('is among those that are asked below', () => {
    expect(classes.length).toBeGreaterThan(20);
  });

  it.each(classes)('%s is a DtospecError, and another copy of the package recognises it', (name, type) => {
    expect(Object.create(type.prototype as object)).toBeInstanceOf(DtospecError);
    const twin: unknown = { [Symbol.for(`dtospec:${name}`)]: true };
    expect(twin instanceof type).toBe(true);
  });

  it('is not an instance of another error', () => {
    expect(new Error('no')).not.toBeInstanceOf(DtospecError);
    expect(new webhook.TimeoutError('http://a.test', 1)).not.toBeInstanceOf(webhook.StatusError);
    expect(new AggregateError([])).not.toBeInstanceOf(main.DocsValidationError);
  });

  it('has a code of its own', () => {
    const errors = [
      new DecoratorError('@Query', 'Order.items', 'needs a name.'),
      new main.ConfigError('no'),
      new main.DocsValidationError([]),
      new webhook.DeliveryFailedError([], 0),
      unknownChannel('mail', []),
      missingURL('webhook'),
    ];
    expect(errors.map(({ code }) => code)).toEqual([
      'ERR_DECORATOR',
      'ERR_CONFIG',
      'ERR_INVALID_DOCUMENT',
      'ERR_DELIVERY_FAILED',
      'ERR_UNKNOWN_CHANNEL',
      'ERR_MISSING_URL',
    ]);
  });
});
