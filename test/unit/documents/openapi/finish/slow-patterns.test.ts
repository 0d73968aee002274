import 'reflect-metadata';
import { IsOptional, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { body, Docs, response } from '../../../../../src/index.js';
import { info } from '../build.js';

class Tag {
  @IsString() @MaxLength(30) @Matches(/^(a+)+$/i) slow!: string;
  @Matches(/^[a-z]+(-[a-z]+)*$/) safe!: string;
  @IsOptional() @Matches(new RegExp(`^(?:${'[a-z]*,'.repeat(20)}?)*!`)) long?: string;
}

class Post {
  @ValidateNested() @Type(() => Tag) tag!: Tag;
}

const slowIn = (request: Parameters<typeof body>[0]): readonly string[] => {
  const docs = new Docs({ info });
  docs.add({
    method: 'POST',
    path: '/',
    requestBody: body(request),
    responses: { 200: response('OK', Post) },
  });
  return docs
    .diagnostics()
    .filter(({ code, severity }) => code === 'slow-pattern' && severity === 'warning')
    .map(({ place, message }) => `${place}: ${message}`);
};

it('reports an expression of @Matches with class, property and remedy, once', () => {
  const [slow, long, ...others] = slowIn(Post);
  expect(slow).toMatch(/^Tag\.slow: The pattern \^\(\[aA\]\+\)\+\$ may take exponential time/);
  expect(slow).toContain('Separate the repetitions with a character that they do not match');
  expect(long).toContain('Tag.long: The pattern ^(?:[a-z]*,[a-z]*,');
  expect(long).toContain('… may take exponential time');
  expect(others).toEqual([]);
});

it.each<[string, Parameters<typeof body>[0]]>([
  ['a schema', { type: 'string', pattern: '^(a|a)*b$' }],
  ['a member', { type: 'object', properties: { name: { type: 'string', pattern: '(\\w+\\s?)*$' } } }],
  ['names', { type: 'object', patternProperties: { '^(a*)*$': { type: 'string' } } }],
])('reports a pattern of %s that is written by hand', (_, schema) => {
  expect(slowIn({ ...(schema as object), title: 'A' } as typeof schema).length).toBe(3);
});

it('does not report a pattern that is safe, or too large to decide', () => {
  expect(slowIn({ type: 'string', pattern: '^([a-z]+,)*$' }).length).toBe(2);
  expect(slowIn({ type: 'string', pattern: `^(${'a|'.repeat(200)}b)+$` }).length).toBe(2);
});
