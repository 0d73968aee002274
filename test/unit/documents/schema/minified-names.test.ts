import { compileFunction } from 'node:vm';
import { minifySync } from '@swc/core';
import { IsString } from 'class-validator';
import { transformSync, type TransformOptions } from 'esbuild';
import { Docs, Model, rules } from '../../../../src/index.js';

type AnyClass = new () => object;

const SOURCE = `(function () {
  class Id {}
  class Order { total() { return 1; } }
  class Offer extends Order { valid() { return 2; } }
  give(Id, Order, Offer);
})();`;

/** The classes of the program, with a rule for each, since a compiled decorator is such a call. */
function classesOf(code: string): AnyClass[] {
  let classes: AnyClass[] = [];
  const run = compileFunction(code, ['give']) as (give: (...given: AnyClass[]) => void) => void;
  run((...given) => (classes = given));
  for (const given of classes) rules(given, { id: [IsString()] } as never);
  return classes;
}

const namesIn = (models: AnyClass[]): string[] => {
  const docs = new Docs({ info: { title: 'Test', version: '1' }, models });
  const found = docs.diagnostics().filter(({ code }) => code === 'minified-name');
  return found.flatMap(({ message, details }) =>
    details ? details.map(({ detail }) => detail) : [/ with it: (\S+)\./.exec(message)?.[1] ?? message],
  );
};

const esbuild = (options: TransformOptions): string => transformSync(SOURCE, options).code;

it.each([
  ['esbuild', esbuild({ minify: true })],
  ['swc', minifySync(SOURCE, { mangle: true, compress: false }).code],
])('warns of the names that %s gives', (_name, code) => {
  const classes = classesOf(code);
  expect(classes.every(({ name }) => name.length <= 2)).toBe(true);
  expect(namesIn(classes).sort()).toEqual(classes.map(({ name }) => name).sort());
});

// parcel build --target node, of Parcel 2.16: `$`, a hash of the module, and a hash of the export.
it.each(['$c677f40b64d17035$export$25fb39c3824c9c44', '$c677f40b64d17035$var$Order'])(
  'warns of the name %s of Parcel',
  (name) => {
    const [renamed] = classesOf(`(function () { class ${name} {} give(${name}); })();`);
    expect(namesIn([renamed!])).toEqual([name.replaceAll('$', '_')]);
  },
);

it.each([
  ['a program that is not minified', SOURCE],
  ['kept names', esbuild({ minify: true, keepNames: true })],
  ['a program without blanks', esbuild({ minifyWhitespace: true, minifySyntax: true })],
])('does not warn of %s', (_name, code) => {
  expect(namesIn(classesOf(code))).toEqual([]);
});

it('does not warn of a short name that the source or @Model gives', () => {
  class Id {
    @IsString() id!: string;
  }
  const [, order] = classesOf(esbuild({ minify: true })) as [AnyClass, AnyClass];
  Model({ name: 'Order' })(order as never);
  expect(namesIn([Id, order])).toEqual([]);
});
