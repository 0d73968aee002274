import { Cookie, Form, Header, Param, Path, Query } from '../../../decorators/locations.js';
import { onProperty } from './record.js';

const ALL = [
  ['@Query', Query, 'query'],
  ['@Path', Path, 'path'],
  ['@Param', Param, 'param'],
  ['@Header', Header, 'header'],
  ['@Cookie', Cookie, 'cookie'],
  ['@Form', Form, 'form'],
] as const;

describe('locations record the name of a parameter', () => {
  it.each(ALL)('%s with a name', (_, decorator, location) => {
    expect(onProperty(decorator('page-size'))).toStrictEqual({ locations: { [location]: 'page-size' } });
  });

  it.each(ALL)('%s without a name leaves it to the fallbacks', (_, decorator, location) => {
    expect(onProperty(decorator())).toStrictEqual({ locations: { [location]: undefined } });
  });

  it('allows several places for one property', () => {
    const all = ALL.map(([, decorator, location]) => decorator(location));
    expect(onProperty(...all).locations).toEqual(
      Object.fromEntries(ALL.map(([, , location]) => [location, location])),
    );
  });

  it.each([
    ['query', Query, { style: 'pipeDelimited', explode: false, allowReserved: true }],
    ['query', Query, { style: 'deepObject' }],
    ['path', Path, { style: 'matrix', explode: true }],
    ['header', Header, { explode: true }],
    ['cookie', Cookie, { explode: false }],
  ])('%s keeps its style, named or not', (location, decorator, style) => {
    const styled = decorator;
    expect(onProperty(styled('id', style as object)).styles).toEqual({ [location]: style });
    expect(onProperty(styled(undefined, style as object)).styles).toEqual({ [location]: style });
  });

  it('keeps the style of each place apart', () => {
    const styles = onProperty(
      Query('ids', { style: 'form', explode: false }),
      Header('X-Ids', { explode: true }),
      Cookie(),
    ).styles;
    expect(styles).toEqual({ query: { style: 'form', explode: false }, header: { explode: true } });
  });
});

describe('bad input: names of parameters', () => {
  const empty = ALL.map(([name, decorator]) => [name, decorator] as const);

  it.each(empty)('%s refuses an empty name and a name that is not a string', (name, decorator) => {
    const message = `Order.items: ${name} needs a parameter name: a non-empty string`;
    expect(() => onProperty(decorator(''))).toThrow(`${message}, not "".`);
    expect(() => onProperty(decorator(null as never))).toThrow(`${message}, not null.`);
    expect(() => onProperty(decorator(7 as never))).toThrow(`${message}, not 7.`);
  });

  it.each(['X-A\r\nSet-Cookie', 'X-A\n', 'a b', 'X:Y', 'é', 'a\u0000', '(x)', 'a=b', 'a;b'])(
    '@Header and @Cookie refuse %j, which HTTP does not allow',
    (name) => {
      for (const [label, decorator] of [
        ['@Header', Header],
        ['@Cookie', Cookie],
      ] as const)
        expect(() => onProperty(decorator(name))).toThrow(
          `Order.items: ${label} needs a name that HTTP allows (letters, digits, - and _), not ${JSON.stringify(name)}.`,
        );
    },
  );

  it.each(['X-Request-Id', '_sid', '__Host-id', "!#$%&'*+-.^_`|~09azAZ"])('@Header takes %j', (name) => {
    expect(onProperty(Header(name)).locations).toEqual({ header: name });
  });

  it.each(['filter[name]', 'a b', 'größe'])('@Query takes %j, which a URL can carry escaped', (name) => {
    expect(onProperty(Query(name)).locations).toEqual({ query: name });
  });

  it.each([
    ['the same place twice', [Query('a'), Query('b')], 'Order.items: @Query gives "query" a second time'],
    ['the same place twice, unnamed', [Path(), Path()], 'Order.items: @Path gives "path" a second time'],
    ['null for a style', [Query('a', null as never)], 'Order.items: @Query needs'],
    ['a text for a style', [Header('a', 'simple' as never)], 'Order.items: @Header needs'],
    ['a style that OpenAPI lacks', [Query('a', { style: 'csv' as never })], 'Order.items: @Query needs'],
    [
      'an unknown option',
      [Query('a', { explod: false } as never)],
      'Order.items: @Query has no option explod. Options are style, explode, allowReserved.',
    ],
    ['explode that is no boolean', [Query('a', { explode: 'no' as never })], 'Order.items: @Query needs'],
  ])('refuses %s', (_, decorators, message) => {
    expect(() => onProperty(...decorators)).toThrow(message);
  });

  it('does not compile', () => {
    const never = (): unknown => {
      // @ts-expect-error a name is a text
      Query(5);
      // @ts-expect-error csv is Swagger 2's word
      Query('a', { style: 'csv' });
      // @ts-expect-error only queries have allowReserved
      Path('a', { allowReserved: true });
      // @ts-expect-error a header has one style
      Header('a', { style: 'simple' });
      // @ts-expect-error a parameter is a property, not a class
      @Query('a')
      class Misused {}
      return Misused;
    };
    expect(never).toBeInstanceOf(Function);
  });
});
