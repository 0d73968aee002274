import { partOf, type PropertyWords } from './redundant.js';
import type { WrittenDecorator } from './sources.js';

export interface Advice {
  readonly decorator: WrittenDecorator;
  /**
   * `delete`: the document does not change; `replace`: dtospec's decorators give the same document; `keep`: neither is
   * true.
   */
  readonly kind: 'delete' | 'replace' | 'keep';
  readonly replacement: readonly string[];
  readonly reason: string | undefined;
}

export function adviceOn(decorators: readonly WrittenDecorator[], found: readonly PropertyWords[]): Advice[] {
  const byPlace = new Map<string, PropertyWords[]>();
  for (const one of found) {
    const place = `${one.owner.name}.${one.property}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), one]);
  }
  return decorators.flatMap((decorator) => {
    const all = byPlace.get(`${decorator.className}.${decorator.property}`);
    return all === undefined ? [] : [adviceFor(decorator, all)];
  });
}

function adviceFor(decorator: WrittenDecorator, all: readonly PropertyWords[]): Advice {
  if (all.every(({ redundant }) => redundant))
    return { decorator, kind: 'delete', replacement: [], reason: undefined };
  // Classes that share a name share the decision.
  const needed = [...new Set(all.flatMap((one) => one.needed))];
  const keep = (reason: string): Advice => ({ decorator, kind: 'keep', replacement: [], reason });
  if (decorator.options === undefined) return keep('its argument is not an object literal');
  const replacement: string[] = [];
  for (const part of needed) {
    const text = replace(part, decorator);
    if (text === undefined) return keep(`nothing else says ${part}`);
    replacement.push(text);
  }
  if (!all.every(({ proven }) => proven)) return keep('the decorators of dtospec give another schema');
  return { decorator, kind: 'replace', replacement, reason: undefined };
}

type Options = ReadonlyMap<string, string>;

const REPLACEMENTS: Readonly<Record<string, (options: Options, decorator: string) => string | undefined>> = {
  description: taking('Description', 'description'),
  title: taking('Title', 'title'),
  example: taking('Example', 'example'),
  default: taking('Default', 'default'),
  deprecated: () => '@Deprecated()',
  nullable: () => '@Nullable()',
  readOnly: () => '@ReadOnly()',
  writeOnly: () => '@WriteOnly()',
  required: () => '@Required()',
  optional: () => '@Optional()',
  type: typeDecorator,
};

function replace(part: string, { name, options = new Map() }: WrittenDecorator): string | undefined {
  return REPLACEMENTS[part]?.(options, name);
}

function taking(decorator: string, option: string): (options: Options) => string | undefined {
  return (options) => {
    const text = options.get(option);
    return text === undefined ? undefined : `@${decorator}(${text})`;
  };
}

const NAMES: Readonly<Record<string, string>> = { string: 'String', number: 'Number', boolean: 'Boolean' };

function typeDecorator(options: Options): string | undefined {
  const names = [...options.keys()].filter((name) => partOf(name) === 'type');
  const isArray = options.get('isArray') === 'true';
  const only = (...wanted: string[]): boolean => names.every((name) => wanted.includes(name));
  const values = options.get('enum');
  const enumName = options.get('enumName');
  if (values !== undefined && only('enum', 'enumName', 'isArray', 'type') && !isArray)
    return `@Enum(${values}${enumName === undefined ? '' : `, { name: ${enumName} }`})`;
  const type = options.get('type');
  if (type === undefined || !only('type', 'isArray')) return undefined;
  const inner = /^(?:\(\)\s*=>\s*)?(\[?)\s*([A-Za-z_$][\w$]*|'[a-z]+')\s*\]?$/.exec(type);
  if (inner === null) return undefined;
  const [, list = '', text = ''] = inner;
  const item = text.startsWith("'") ? NAMES[text.slice(1, -1)] : text;
  if (item === undefined) return undefined;
  return list !== '' || isArray ? `@ArrayOf(() => ${item})` : `@TypeOf(() => ${item})`;
}
