import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { IsDivisibleBy, IsIn, IsInt, IsOptional, Min, MinLength, validateSync } from 'class-validator';
import { jsonSchemaOf } from '../../../../src/documents/schema/json-schema.js';

class Form {
  @IsOptional() @MinLength(3, { validateIf: (_, value) => value !== '' }) text?: string;
  @IsOptional() @IsInt() @Min(5, { validateIf: (_, value) => value !== 0 }) count?: number;
  @IsOptional() @MinLength(3, { validateIf: ({ count }: Form) => count === 5 }) other?: string;
}

const findings: string[] = [];
const schema = jsonSchemaOf(Form, { onDiagnostic: ({ code, place }) => findings.push(`${code} ${place}`) });
const accepts = new Ajv2020({ strict: true }).compile(schema);

it.each<[Partial<Form>, boolean]>([
  [{ text: 'abc' }, true],
  [{ text: '' }, true],
  [{ text: 'a' }, false],
  [{ count: 5 }, true],
  [{ count: 0 }, true],
  [{ count: 1 }, false],
])('the validateIf option of a rule is documented as @ValidateIf is: %j', (value, isValid) => {
  expect(validateSync(Object.assign(new Form(), value)).length === 0).toBe(isValid);
  expect(accepts(value)).toBe(isValid);
});

it('reports a validateIf option that reads another property', () => {
  expect(findings).toEqual(['looser-rule Form.other']);
});

it('a rule that may be off narrows each branch that others made', () => {
  const isNumber = { validateIf: (_: unknown, value: unknown) => typeof value === 'number' };
  class Count {
    @IsIn([0, 4, 'a'], { validateIf: (_, value) => Boolean(value) }) @Min(1, isNumber) p!: unknown;
    @IsInt({ validateIf: (_, value) => Boolean(value) }) @IsDivisibleBy(2, isNumber) q!: unknown;
  }
  const text = JSON.stringify(jsonSchemaOf(Count, { onDiagnostic: () => undefined }));
  // Each branch has its own type, so the strict mode of Ajv takes it.
  const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(text) as object);
  for (const p of [0, 1, 4, 'a', 'b', '', false, true])
    for (const q of [0, 1, 2, '', false]) {
      const value = Object.assign(new Count(), { p, q });
      expect([p, q, isValid({ p, q })]).toEqual([p, q, validateSync(value).length === 0]);
    }
});
