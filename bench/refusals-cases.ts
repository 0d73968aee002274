import 'reflect-metadata';
import { Type } from 'class-transformer';
import { Equals, IsArray, IsDefined, IsInt, IsOptional, ValidateNested } from 'class-validator';
import { fetchOperations } from '../src/adapters/fetch.js';
import { ArrayOf, Docs, MapOf, OneOf, operation, response, rules } from '../src/index.js';

type Target = new () => object;

function classOf(name: string, members: object): Target {
  const target = class {};
  Object.defineProperty(target, 'name', { value: name });
  rules(target as never, members as never);
  return target;
}

/** A recursive union of classes; `kind` is a constant of each, if there are constants. */
function unionOf(name: string, count: number, hasConstants: boolean, discriminator?: string): Target {
  const Node = classOf(`${name}Node`, {});
  const members = Array.from({ length: count }, (_, index) =>
    classOf(`${name}${index}`, {
      ...(hasConstants && { kind: [Equals(`k${index}`)] }),
      [`p${index}`]: [IsOptional(), IsInt()],
      q: [IsOptional(), IsInt()],
      k: [IsOptional(), IsArray(), ValidateNested({ each: true }), Type(() => Node)],
    }),
  );
  const mapping = Object.fromEntries(members.map((member, index) => [`k${index}`, member]));
  OneOf(
    () => members as never,
    discriminator === undefined ? {} : ({ discriminator: { propertyName: discriminator, mapping } } as never),
  )(Node);
  return classOf(`${name}Body`, { l: [IsDefined(), IsArray(), ArrayOf(() => Node)] });
}

class Plain {
  @IsInt() q!: number;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Plain) k?: Plain[];
}
class PlainBody {
  @ValidateNested({ each: true }) @Type(() => Plain) l!: Plain[];
}
class MapBody {
  @IsDefined() @MapOf(() => Plain) l!: Record<string, Plain>;
}

const tree = (leaf: unknown, more: object = {}): object => ({
  ...more,
  q: 1,
  k: [{ ...more, q: 1, k: [{ ...more, q: leaf }] }],
});
const listOf =
  (more: object = {}) =>
  (leaf: unknown, size: number): object => ({ l: Array.from({ length: size }, () => tree(leaf, more)) });
const mapOf = (leaf: unknown, size: number): object => ({
  l: Object.fromEntries(Array.from({ length: size }, (_, index) => [`m${index}`, tree(leaf)])),
});

/** What is read, and a body by the value of its innermost members. */
export const cases: readonly (readonly [string, Target, (leaf: unknown, size: number) => object])[] = [
  ['a list of objects', PlainBody, listOf()],
  ['a map of objects', MapBody, mapOf],
  ['5 classes without constants', unionOf('Five', 5, false), listOf()],
  ['20 classes without constants', unionOf('Twenty', 20, false), listOf()],
  ['20 classes with constants', unionOf('Constant', 20, true), listOf({ kind: 'k7' })],
];

const paths = new Map(cases.map(([, target], index) => [target, `/${index}`]));
const serve = fetchOperations(
  new Docs({ info: { title: 'Refusals', version: '1' }, diagnostics: 'silent' }),
  [...paths].map(([target, path]) =>
    operation({ method: 'POST', path, body: target, responses: { 204: response('Done') } }, () => undefined),
  ),
);

export async function ask(target: Target, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const request = new Request(`http://localhost${paths.get(target)}`, { method: 'POST', headers, body });
  const answer = await serve(request);
  await answer?.text();
  return answer?.status ?? 0;
}
