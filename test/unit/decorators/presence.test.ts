import { Nullable, Optional, ReadOnly, Required, WriteOnly } from '../../../decorators/annotations.js';
import { onClass, onProperty } from './record.js';

describe('presence', () => {
  it.each([
    ['@Required', Required(), { presence: 'required' }],
    ['@Optional', Optional(), { presence: 'optional' }],
    ['@Nullable', Nullable(), { nullable: true }],
    ['@ReadOnly', ReadOnly(), { access: 'readOnly' }],
    ['@WriteOnly', WriteOnly(), { access: 'writeOnly' }],
  ])('%s on a property', (_, decorator, recorded) => {
    expect(onProperty(decorator)).toStrictEqual(recorded);
  });

  it('@Required on a class', () => {
    expect(onClass(Required())).toStrictEqual({ presence: 'required' });
  });

  it.each([
    ['@Optional', Optional()],
    ['@Nullable', Nullable()],
    ['@ReadOnly', ReadOnly()],
    ['@WriteOnly', WriteOnly()],
  ])('%s refuses a class', (name, decorator) => {
    expect(() => onClass(decorator)).toThrow(`Order: ${name} decorates a property, not a class.`);
  });

  it.each([
    ['@Required and @Optional', [Required(), Optional()]],
    ['@Optional and @Required', [Optional(), Required()]],
    ['@ReadOnly and @WriteOnly', [ReadOnly(), WriteOnly()]],
    ['@Nullable twice', [Nullable(), Nullable()]],
    ['@Required twice', [Required(), Required()]],
  ])('refuses %s, because their order must not matter', (_, decorators) => {
    expect(() => onProperty(...decorators)).toThrow(
      /^Order\.items: @\w+ contradicts or repeats another decorator there; keep one of them\.$/u,
    );
  });

  it('does not compile', () => {
    const never = (): unknown => {
      // @ts-expect-error no property, no value, no null
      @Nullable()
      class Misused {
        // @ts-expect-error a method has no value on the wire
        @Required() method(): number {
          return 1;
        }
      }
      return Misused;
    };
    expect(never).toBeInstanceOf(Function);
  });
});
