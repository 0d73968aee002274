import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsEmail,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  validate,
  ValidateNested,
} from 'class-validator';
import { fetchOperations } from '../src/adapters/fetch.js';
import { ArrayOf, Docs, OneOf, operation, response } from '../src/index.js';

class Node {
  @IsOptional() @IsInt() size?: number;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Node) all?: Node[];
  @IsOptional() @IsObject() rest?: object;
}
class And {
  @OneOf(() => [And, Or]) @IsOptional() left?: And | Or;
  @OneOf(() => [And, Or]) @IsOptional() right?: And | Or;
}
class Or {
  @OneOf(() => [And, Or]) @IsOptional() left?: And | Or;
  @OneOf(() => [And, Or]) @IsOptional() right?: And | Or;
  @IsOptional() @IsInt() or?: number;
}
class Part {
  @IsOptional() @IsArray() @ArrayOf(() => Part) parts?: Part[];
  @IsOptional() @IsArray() sizes?: number[];
}
class Ids {
  @IsArray() @ArrayUnique() @IsInt({ each: true }) ids!: number[];
}
class Few {
  @ArrayMaxSize(100) @ValidateNested({ each: true }) @Type(() => Node) few!: Node[];
}
class Texts {
  @IsOptional() @IsEmail() mail?: string;
  @IsOptional() @Matches(/^[a-z]+(?:-[a-z]+)*$/) slug?: string;
}

const many = (count: number, item: string): string => Array<string>(count).fill(item).join();
const list = (count: number, item: string): string => `{"all":[${many(count, item)}]}`;
const ids = (count: number): string =>
  `{"ids":[${Array.from({ length: count }, (_, index) => 100_000 + index).join()}]}`;
const members = (count: number): string =>
  `{"rest":{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}}`;
const nested = (depth: number): string => `${'{"all":['.repeat(depth)}{}${']}'.repeat(depth)}`;
const parts = (depth: number, size: number): string =>
  depth === 0 ? '{}' : `{"parts":[${parts(depth - 1, size)}],"sizes":[${many(size, '1')}]}`;
const tree = (depth: number): string =>
  depth === 0 ? '{"x":1}' : `{"left":${tree(depth - 1)},"right":${tree(depth - 1)}}`;
const fields = (count: number): string => Array<string>(count).fill('a=1').join('&');

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const row = (name: string, target: new () => object, body: string, contentType = JSON_TYPE) => ({
  name,
  target,
  body,
  contentType,
});

/** Bodies within `maxBodyBytes`: what an attacker sends, and the most of it that the default limits let through. */
export const cases = [
  row('150,000 ids under @ArrayUnique', Ids, ids(149_000)),
  row('10,000 ids, the limit', Ids, ids(10_000)),
  row('340,000 empty objects', Node, list(340_000, '{}')),
  row('10,000 empty objects, the limit', Node, list(10_000, '{}')),
  row('50,000 empty objects in 5 lists, the limit', Node, list(5, list(9_990, '{}'))),
  row('10,000 objects that are not valid', Node, list(10_000, '{"size":"x"}')),
  row('340,000 empty objects, 100 documented', Few, `{"few":[${many(340_000, '{}')}]}`),
  row('200,000 times null', Node, list(200_000, 'null')),
  row('10,000 times null, the limit', Node, list(10_000, 'null')),
  row('80,000 members', Node, members(80_000)),
  row('1,000 members, the limit', Node, members(1_000)),
  row('49 objects of 1,000 members, the limit', Node, list(49, members(1_000))),
  row('100,000 levels', Node, nested(100_000)),
  row('240 levels of objects in lists', Node, nested(240)),
  row('240 levels without @Type, near the limit', Part, parts(240, 190)),
  row('2^14 leaves of a recursive union, near the limit', And, tree(14)),
  row('250,000 form fields', Texts, fields(250_000), FORM),
  row('10,000 form fields, the limit', Texts, fields(10_000), FORM),
  row('a string of 1 MB under @IsEmail', Texts, `{"mail":"${'a'.repeat(1_000_000)}@b.c"}`),
  row('a string of 1 MB under a pattern', Texts, `{"slug":"${'a-'.repeat(500_000)}"}`),
];

const responses = { 200: response('Nothing', { type: 'object' }) };
const targets = [...new Set(cases.map(({ target }) => target))];
const paths = new Map(targets.map((target, index) => [target, `/${index}`]));
const serve = fetchOperations(
  new Docs({ info: { title: 'Hostile bodies', version: '1' } }),
  [...paths].map(([target, path]) =>
    operation(
      {
        method: 'POST',
        path,
        body: cases.some((one) => one.target === target && one.contentType === FORM)
          ? { required: true, content: { [JSON_TYPE]: target, [FORM]: target } }
          : target,
        responses,
      },
      () => ({}),
    ),
  ),
  { checkResponses: false },
);

/** Answers a body by an operation. @returns the status */
export async function ask({ target, body, contentType }: (typeof cases)[number]): Promise<number> {
  const url = `http://localhost${paths.get(target)}`;
  const answer = await serve(
    new Request(url, { method: 'POST', headers: { 'content-type': contentType }, body }),
  );
  await answer?.text();
  return answer?.status ?? 0;
}

/** Does the same by hand, without limits. */
export async function byHand({ target, body }: (typeof cases)[number]): Promise<void> {
  await validate(plainToInstance(target, JSON.parse(body) as object), { forbidUnknownValues: false });
}
