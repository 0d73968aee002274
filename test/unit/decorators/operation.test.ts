import { responsesOf } from '../../../decorators/operation.js';
import { arrayOf, Returns } from '../../../src/index.js';

class User {}
class Cats {
  @Returns(User) find(): void {
    return undefined;
  }

  @Returns(201, [User], { description: 'Made' })
  @Returns(404, null)
  make(): void {
    return undefined;
  }

  @Returns(() => User) later(): void {
    return undefined;
  }

  @Returns(204) remove(): void {
    return undefined;
  }
}
class Kittens extends Cats {
  @Returns(String) override find(): void {
    return undefined;
  }
}

const told = (method: string, type: typeof Cats = Cats): unknown =>
  responsesOf(type.prototype, method).map(({ type: typeOf, ...one }) => ({ ...one, type: typeOf?.() }));

describe('@Returns', () => {
  test.each<[string, string, typeof Cats, unknown[]]>([
    ['a class', 'find', Cats, [{ status: undefined, type: User }]],
    [
      'several statuses, in the order they are written',
      'make',
      Cats,
      [
        { status: 201, type: [User], description: 'Made' },
        { status: 404, type: undefined },
      ],
    ],
    ['a function that returns the class', 'later', Cats, [{ status: undefined, type: User }]],
    ['a status without a body', 'remove', Cats, [{ status: 204, type: undefined }]],
    ['an overridden method says it anew', 'find', Kittens, [{ status: undefined, type: String }]],
    ['an inherited one keeps it', 'remove', Kittens, [{ status: 204, type: undefined }]],
  ])('%s', (_, method, type, expected) => {
    expect(told(method, type)).toEqual(expected);
  });

  const METHOD = { value: () => undefined };
  /** As callers without types may use it. */
  const use = (args: readonly unknown[], target: object = {}, key?: string, descriptor?: unknown): void => {
    (Returns as (...given: readonly unknown[]) => (...place: unknown[]) => void)(...args)(
      target,
      key,
      descriptor,
    );
  };
  const onMethod = (...args: unknown[]): void => {
    use(args, {}, 'find', METHOD);
  };

  test.each<[string, () => void, RegExp]>([
    [
      'no class, as in a circle of imports',
      () => {
        onMethod(undefined);
      },
      /Returns\(\(\) => User\)/,
    ],
    [
      'a status that HTTP has not',
      () => {
        onMethod(99);
      },
      /100 to 599, not 99/,
    ],
    [
      'a type that is none',
      () => {
        onMethod('User');
      },
      /needs a type.*"User"/,
    ],
    [
      'an option that is none',
      () => {
        onMethod(User, { description: 1 });
      },
      /non-empty string/,
    ],
    [
      'an unknown option',
      () => {
        onMethod(User, { contenttype: 'text/csv' });
      },
      /has no option contenttype\. Options are description, contentType\./,
    ],
    [
      'a property',
      () => {
        use([User], {}, 'name');
      },
      /decorates a method/,
    ],
    [
      'a class',
      () => {
        use([User], User);
      },
      /decorates a method/,
    ],
  ])('refuses %s', (_, act, message) => {
    expect(act).toThrow(expect.objectContaining({ code: 'ERR_DECORATOR' }));
    expect(act).toThrow(message);
  });

  test('refuses a status that is given twice', () => {
    const target = {};
    use([User], target, 'find', METHOD);
    expect(() => {
      use([arrayOf(User)], target, 'find', METHOD);
    }).toThrow(/second time/);
  });
});
