import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { IsInt, IsOptional, Min, MinLength, validateSync } from 'class-validator';
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
