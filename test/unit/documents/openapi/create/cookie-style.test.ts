import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { type Config, Cookie } from '../../../../../src/index.js';
import { rawReader } from '../../../../../src/operations/request/parameter-styles.js';
import { build, ok } from '../build.js';

class Color {
  @IsInt() R!: number;
  @IsInt() G!: number;
}
class Cookies {
  @Cookie('color', { style: 'cookie' }) @IsOptional() @ValidateNested() @Type(() => Color) color?: Color;
  @Cookie('theme', { style: 'cookie' }) @IsOptional() @IsString() theme?: string;
}

const endpoint = { method: 'GET', path: '/', cookieParams: Cookies, responses: ok };

describe("style: 'cookie' of OpenAPI 3.2", () => {
  test.each<[Config['openapi'], string | undefined, string[]]>([
    ['3.2', 'cookie', []],
    ['3.1', undefined, ['not-in-openapi-3-1']],
    ['3.0', undefined, ['not-in-openapi-3-0']],
  ])('is documented or reported in %s', async (openapi, style, told) => {
    const { document, diagnostics } = await build([endpoint], { openapi: openapi! });
    const [, theme] = document.paths['/']!.get!.parameters!;
    expect(theme).toMatchObject({ name: 'theme', in: 'cookie' });
    expect(theme).toHaveProperty('schema');
    expect((theme as { style?: string }).style).toBe(style);
    expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(told);
  });

  test('omits it for a parameter in another location', async () => {
    const parameters = [{ name: 'q', in: 'query' as const, style: 'cookie' as const }];
    const { diagnostics } = await build([{ method: 'GET', path: '/', parameters, responses: ok }]);
    expect(diagnostics).toMatchObject([{ code: 'style-not-allowed' }]);
  });

  // "Style Examples" (OpenAPI 3.2, 4.12.6).
  test.each([
    ['scalar', true, [['color', 'blue%20']], 'blue%20'],
    [
      'list',
      true,
      [
        ['color', 'blue'],
        ['color', 'black'],
      ],
      ['blue', 'black'],
    ],
    ['list', false, [['color', 'blue,black']], ['blue', 'black']],
    [
      'object',
      true,
      [
        ['R', '100'],
        ['G', '200'],
      ],
      { R: '100', G: '200' },
    ],
    ['object', false, [['color', 'R,100,G,200']], { R: '100', G: '200' }],
  ] as const)('a %s, exploded %s, is read as it is written', (shape, explode, pairs, expected) => {
    const written = { name: 'color', in: 'cookie', style: 'cookie', shape, members: ['R', 'G'] } as const;
    const place = { pairs, decode: decodeURIComponent };
    expect(rawReader({ ...written, explode })(place)).toEqual(expected);
    // Exploded is the default.
    expect(rawReader(explode ? written : { ...written, explode })(place)).toEqual(expected);
  });
});
