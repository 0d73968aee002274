import {
  IsBIC,
  IsIBAN,
  IsISO31661Alpha2,
  IsISO31661Alpha3,
  IsISO4217CurrencyCode,
  IsISO6391,
  IsLowercase,
  IsUppercase,
  Length,
  Matches,
  validateSync,
} from 'class-validator';
import { accepts } from '../../../../src/documents/json-schema/checker/checker.js';
import { compile } from './compile.js';

const lowercase = IsLowercase();

/** What validation and the schema say of values of a property with these decorators. */
function verdictsOf(decorators: readonly PropertyDecorator[], values: readonly unknown[]) {
  class Order {
    a: unknown;
  }
  for (const decorator of decorators) decorator(Order.prototype, 'a');
  const { schemas, codes } = compile(Order);
  const resolve = (ref: string) => schemas[ref.replace('#/components/schemas/', '')];
  return {
    codes,
    process: values.map((a) => validateSync(Object.assign(new Order(), { a })).length === 0),
    document: values.map((a) => accepts(schemas.Order!, { a }, resolve)),
  };
}

describe('codes beside a rule about the case of letters', () => {
  it.each([
    ['IsISO31661Alpha2', IsISO31661Alpha2, 'DE'],
    ['IsISO31661Alpha3', IsISO31661Alpha3, 'DEU'],
    ['IsISO4217CurrencyCode', IsISO4217CurrencyCode, 'EUR'],
    ['IsISO6391', IsISO6391, 'DE'],
    ['IsIBAN', IsIBAN, 'GB82WEST12345698765432'],
    ['IsBIC', IsBIC, 'DEUTDEFF'],
  ])('%s is documented in the lower case that @IsLowercase wants', (_, rule, code) => {
    const decorators = [rule(), lowercase];
    for (const order of [decorators, [...decorators].reverse()]) {
      const { process, document, codes } = verdictsOf(order, [code.toLowerCase(), code, 'x']);
      expect(process).toEqual([true, false, false]);
      expect(document).toEqual(process);
      expect(codes).toEqual(['looser-rule Order.a']);
    }
  });

  it.each([
    ['a pattern', [IsISO31661Alpha2(), Matches(/^[a-z]+$/)], ['de', 'DE', 'd']],
    ['codes of another table', [IsISO31661Alpha2(), IsISO6391()], ['de', 'DE', 'ac']],
  ])('documents codes in the case that %s allows', (_, decorators, values) => {
    for (const order of [decorators, [...decorators].reverse()]) {
      const { process, document, codes } = verdictsOf(order, values);
      expect(process).toEqual([true, false, false]);
      expect(document).toEqual(process);
      expect(codes).toEqual([]);
    }
  });

  it('each element of a list is, where both rules are about elements', () => {
    const country = IsISO31661Alpha2({ each: true });
    const { process, document } = verdictsOf([country, IsLowercase({ each: true })], [['de'], ['DE']]);
    expect(process).toEqual([true, false]);
    expect(document).toEqual(process);
  });

  it.each([
    ['of the other case', [IsISO6391(), IsUppercase()], ['de', 'DE']],
    ['of another length', [IsISO31661Alpha3(), Length(2, 2)], ['DE', 'DEU']],
    ['of another table', [IsISO31661Alpha2(), IsISO4217CurrencyCode()], ['DE', 'EUR']],
  ])('reports a contradiction if another rule requires codes %s', (_, decorators, values) => {
    const { process, document, codes } = verdictsOf(decorators, values);
    expect(process).toEqual([false, false]);
    expect(document).toEqual(process);
    expect(codes).toContain('contradictory-rules Order.a');
  });
});
