import { validateSync } from 'class-validator';
import { plainToInstance } from 'class-transformer';
import { shownParts } from '../../../src/documents/openapi/shown/shown-document.js';
import { Docs, type OpenApiDocument } from '../../../src/index.js';
import { samples } from './samples.js';

interface Shown {
  readonly content: Readonly<Record<string, { readonly example?: object }>>;
}

function isExample(apply: PropertyDecorator): boolean {
  class Body {
    value!: unknown;
  }
  apply(Body.prototype, 'value');
  const docs = new Docs({ info: { title: 'x', version: '1' } }).add({
    method: 'POST',
    path: '/x',
    requestBody: { schema: Body, required: true },
    responses: { 204: { description: 'x' } },
  });
  const shown = JSON.parse([...shownParts(docs.buildSpec())].join('')) as OpenApiDocument;
  const { requestBody } = shown.paths['/x']!.post!;
  const { example } = (requestBody as Shown).content['application/json']!;
  try {
    return example !== undefined && validateSync(plainToInstance(Body, example)).length === 0;
  } catch {
    // class-validator throws for an unknown locale.
    return false;
  }
}

test('class-validator accepts the example of each rule, unless the document says too little', () => {
  const rejected = samples
    .filter(({ type, apply }) => type === undefined && !isExample(apply))
    // Codes of countries: the document says only that they are strings.
    .filter(
      ({ decorator }) =>
        !/IdentityCard|PassportNumber|TaxId|PhoneNumber|MobilePhone|PostalCode/.test(decorator),
    )
    .map(({ decorator, use }) => `${decorator}${use}`);
  expect(rejected).toMatchInlineSnapshot(`
[
  "Equals({})",
  "IsIn([{}, NaN])",
  "IsDivisibleBy(0.5)",
  "ArrayContains(['a', 1])",
  "ArrayContains([{}])",
  "IsNotEmptyObject()",
  "IsNotEmptyObject({ nullable: false })",
  "IsInstance(Array)",
  "IsInstance(Object)",
  "IsInstance(String)",
  "IsInstance(Point)",
  "Contains('😀')",
  "NotContains('')",
  "Matches(/(a|b)\\1/)",
  "IsSurrogatePair()",
  "IsUUID('nil')",
  "IsUUID('9')",
  "IsUUID('14')",
  "IsUUID('max')",
  "IsHash('none')",
  "IsNumberString({ locale: 'xx' })",
  "IsDecimal({ locale: 'xx' })",
  "IsCurrency({ symbol: '€', symbol_after_digits: true, … })",
  "IsCurrency({ negative_sign_after_digits: true, … })",
  "IsFQDN({ allow_underscores, trailing dot, wildcard })",
  "IsEmail({ host_whitelist: ['k.co'] })",
  "IsUrl({ protocols: ['ws'], allow_underscores, … })",
  "IsUrl({ require_port: true, disallow_auth: true })",
  "IsUrl({ host_whitelist: ['a', /^b/] })",
  "IsUrl({ host_whitelist: ['a'] })",
  "IsAlpha('hi-IN')",
  "IsAlpha('xx')",
  "IsAlphanumeric('hi-IN')",
  "Validate(IsEvenNumber)",
  "ValidateBy({ name: 'isShout' })",
]
`);
});
