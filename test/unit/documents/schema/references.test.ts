import 'reflect-metadata';
import { IsInt, MaxLength, MinLength } from 'class-validator';
import { OneOf } from '../../../../decorators/types.js';
import { propertySchema } from './compile.js';

class Part {
  @IsInt() size!: number;
}

const unlessNumber = { validateIf: (_: object, value: unknown): boolean => typeof value !== 'number' };

it.each([
  ['a rule of text', [OneOf(() => [String, Part]), MinLength(3)], { type: 'string', minLength: 3 }],
  [
    'a rule that numbers switch off',
    [OneOf(() => [String, Part]), MinLength(3, unlessNumber)],
    { type: 'string', minLength: 3 },
  ],
  [
    'two rules that numbers switch off',
    [OneOf(() => [String, Part]), MinLength(3, unlessNumber), MaxLength(5, unlessNumber)],
    { type: 'string', minLength: 3, maxLength: 5 },
  ],
])('%s drops the classes of a union', (_, decorators, expected) => {
  expect(propertySchema(decorators)).toEqual(expected);
});
