import { Model, Webhook } from '../../../decorators/model.js';
import { onClass, onProperty } from './record.js';

describe('decorators of classes', () => {
  it.each([
    ['a name', Model({ name: 'Bill.v2_x-y' }), { name: 'Bill.v2_x-y' }],
    ['a description', Model({ description: 'to pay' }), { description: 'to pay' }],
    ['both', Model({ name: 'Bill', description: 'to pay' }), { name: 'Bill', description: 'to pay' }],
    ['neither', Model({}), {}],
  ])('@Model with %s', (_, decorator, recorded) => {
    expect(onClass(decorator)).toStrictEqual(recorded);
  });

  it('@Webhook records the event', () => {
    expect(onClass(Webhook('order.shipped'))).toStrictEqual({ webhook: 'order.shipped' });
  });

  it.each(['', 'Bill Address', 'Page<User>', 'Größe', 'a/b', 'a\n'])(
    '@Model refuses the component name %j',
    (name) => {
      expect(() => onClass(Model({ name }))).toThrow(
        `Order: @Model needs a name of letters, digits, ".", "_" and "-" for name, not ${JSON.stringify(name)}.`,
      );
    },
  );

  it.each<[string, unknown, string]>([
    ['a text', 'Bill', 'Order: @Model needs'],
    ['nothing', undefined, 'Order: @Model needs'],
    ['null', null, 'Order: @Model needs'],
    ['a name that is no text', { name: 5 }, 'Order: @Model needs a name'],
    [
      'a description that is no text',
      { description: 5 },
      'Order: @Model needs a non-empty string for description',
    ],
    [
      'an unknown option',
      { title: 'Bill' },
      'Order: @Model has no option title. Options are name, description.',
    ],
  ])('@Model refuses %s', (_, options, message) => {
    expect(() => onClass(Model(options as never))).toThrow(message);
  });

  it('@Webhook refuses an event without a name', () => {
    expect(() => onClass(Webhook(''))).toThrow("Order: @Webhook needs the event's name: a non-empty string");
  });

  it('@Webhook refuses options, which docs.addWebhook takes', () => {
    const withOptions = Webhook as (event: string, options: object) => unknown;
    expect(() => onClass(withOptions('order.shipped', { tags: ['orders'] }))).toThrow(
      "Order: @Webhook takes the event's name only. Options are given to docs.addWebhook(Class, options).",
    );
  });

  it.each([
    ['@Model', Model({})],
    ['@Webhook', Webhook('a')],
  ])('%s refuses a property', (name, decorator) => {
    expect(() => onProperty(decorator)).toThrow(
      `Order.items: ${name} decorates a class, not a member of one.`,
    );
  });

  it.each([
    ['two names', [Model({ name: 'A' }), Model({ name: 'B' })]],
    ['two events', [Webhook('a'), Webhook('b')]],
  ])('refuses %s', (_, decorators) => {
    expect(() => onClass(...decorators)).toThrow(/^Order: @\w+ contradicts or repeats another decorator/u);
  });

  it('does not compile', () => {
    const never = (): unknown => {
      // @ts-expect-error options are an object
      Model('Bill');
      // @ts-expect-error a webhook has a name
      Webhook();
      class Misused {
        // @ts-expect-error @Model stands on classes
        @Model({}) name!: string;
      }
      return Misused;
    };
    expect(never).toBeInstanceOf(Function);
  });
});
