import 'reflect-metadata';
import { isUntouched, ownMetadata } from '../../../src/base/own-metadata.js';

class Base {}
class Derived extends Base {}
Reflect.defineMetadata('of class', 1, Base);
Reflect.defineMetadata('of property', 2, Base.prototype, 'a');
Reflect.defineMetadata('nothing', undefined, Base.prototype, 'a');
class Emptied {}
Reflect.defineMetadata('of class', 1, Emptied);
Reflect.deleteMetadata('of class', Emptied);

const OBJECTS = [Base, Base.prototype, Derived, Derived.prototype, Emptied, Object.freeze({})];
const KEYS = ['of class', 'of property', 'nothing', 'other'];
const PROPERTIES = [undefined, 'a', 'b'];

function expectAgreement(): void {
  for (const object of OBJECTS) {
    for (const key of KEYS)
      for (const property of PROPERTIES)
        expect([key, property, ownMetadata(key, object, property)]).toEqual([
          key,
          property,
          Reflect.getOwnMetadata(key, object, property!),
        ]);
    const isEmpty = Reflect.getOwnMetadataKeys(object).length === 0;
    expect(isUntouched(object)).toBe(isEmpty && object !== Emptied);
  }
}

describe('what reflect-metadata keeps, asked where it keeps it', () => {
  it('is what Reflect.getOwnMetadata says', expectAgreement);

  it('is what another library says that took the place of reflect-metadata', () => {
    const { getOwnMetadata, getOwnMetadataKeys } = Reflect;
    try {
      Reflect.getOwnMetadata = (key: unknown) => `another ${String(key)}`;
      Reflect.getOwnMetadataKeys = () => ['another'];
      expect(ownMetadata('of class', Derived)).toBe('another of class');
      expectAgreement();
    } finally {
      Object.assign(Reflect, { getOwnMetadata, getOwnMetadataKeys });
    }
    expectAgreement();
  });
});
