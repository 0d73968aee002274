import type { Constructor } from 'dtospec/internal';
import { partOf, type PropertyWords } from '../../migrate/redundant.js';
import type { MappedTypeUse, Replacement, WrittenDecorator } from './source.js';
import type { Reverted } from './write.js';

export interface Advice extends Replacement {
  readonly kind: 'delete' | 'replace' | 'keep';
  readonly reason: string | undefined;
}

/** @param owner the class of the decorator, or undefined if several classes may be meant */
export function adviceOn(
  decorator: WrittenDecorator,
  words: readonly PropertyWords[],
  owner: Constructor | undefined,
  taken: ReadonlySet<string>,
): Advice | undefined {
  const { className, property } = decorator;
  const named = words.filter((word) => word.owner.name === className && word.property === property);
  const own = owner === undefined ? named[0] : named.find((word) => word.owner === owner);
  if (own === undefined) return undefined;
  const replacement = own.redundant ? [] : replacementOf(decorator, own);
  const keep = (reason: string): Advice => ({ decorator, kind: 'keep', replacement: [], reason });
  if (typeof replacement === 'string') return keep(replacement);
  const clash = replacement.map((text) => /\w+/.exec(text)?.[0] ?? '').find((name) => taken.has(name));
  if (clash !== undefined) return keep(`the file declares another ${clash}`);
  if (owner === undefined)
    return keep(`there are several classes called ${className}, and its compiled file exports none of them`);
  return { decorator, kind: replacement.length === 0 ? 'delete' : 'replace', replacement, reason: undefined };
}

function replacementOf(
  { name, options }: WrittenDecorator,
  { needed, proven }: PropertyWords,
): readonly string[] | string {
  if (options === undefined) return 'its argument is not an object literal';
  const replacement: string[] = [];
  for (const part of needed) {
    const text = REPLACEMENTS[part]?.(options, name);
    if (text === undefined)
      return `only this decorator declares ${part}: keep it, or add a validator that does`;
    replacement.push(text);
  }
  return proven ? replacement : 'the decorators of dtospec give another schema: keep it, or add a validator';
}

type Options = ReadonlyMap<string, string>;

const REPLACEMENTS: Readonly<Record<string, (options: Options, decorator: string) => string | undefined>> = {
  description: taking('Description', 'description'),
  title: taking('Title', 'title'),
  example: taking('Example', 'example'),
  default: taking('Default', 'default'),
  deprecated: () => '@Deprecated()',
  // `binary` declares a file, which is a type.
  format: (options) =>
    /^['"`]binary/.test(options.get('format') ?? '') ? undefined : taking('Format', 'format')(options),
  nullable: () => '@Nullable()',
  readOnly: () => '@ReadOnly()',
  writeOnly: () => '@WriteOnly()',
  required: () => '@Required()',
  optional: () => '@Optional()',
  type: typeDecorator,
};

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
  const match = /^(?:\(\)\s*=>\s*)?(\[?)\s*([A-Za-z_$][\w$]*|'[a-z]+')\s*\]?$/.exec(type);
  if (match === null) return undefined;
  const [, list = '', text = ''] = match;
  const item = text.startsWith("'") ? NAMES[text.slice(1, -1)] : text;
  if (item === undefined) return undefined;
  return list !== '' || isArray ? `@ArrayOf(() => ${item})` : `@TypeOf(() => ${item})`;
}

export interface SourceAdvice {
  readonly file: string;
  readonly advice: readonly Advice[];
  readonly mappedTypes: readonly MappedTypeUse[];
}

function formatDecorator(file: string, { kind, decorator, replacement, reason }: Advice): string {
  const { line, className, property, name } = decorator;
  const more = kind === 'delete' ? '' : ` -> ${reason ?? replacement.join(' ')}`;
  return `  ${file}:${line} ${className}.${property} @${name}${more}`;
}

/** Returns the advice with every change that was taken back as one to keep, with its reason. */
export function withoutReverted(
  { file, advice, mappedTypes }: SourceAdvice,
  reverted: readonly Reverted[],
): SourceAdvice {
  const reasonOf = (change: unknown): string | undefined => {
    const back = reverted.find((one) => one.file === file && one.change === change);
    return back && `taken back: ${back.reason}`;
  };
  return {
    file,
    advice: advice.map((entry) => {
      const reason = reasonOf(entry);
      return reason === undefined ? entry : { ...entry, kind: 'keep', reason };
    }),
    mappedTypes: mappedTypes.map((use) => ({ ...use, reason: use.reason ?? reasonOf(use.name) })),
  };
}

/** @param isWritten whether the sources are rewritten as advised */
export function formatAdvice(sources: readonly SourceAdvice[], isWritten: boolean): string {
  const lines = (kind: Advice['kind']): string[] =>
    sources.flatMap(({ file, advice }) =>
      advice.filter((entry) => entry.kind === kind).map((entry) => formatDecorator(file, entry)),
    );
  const mapped = (isMoved: boolean): string[] =>
    sources.flatMap(({ file, mappedTypes }) =>
      mappedTypes
        .filter(({ reason }) => (reason === undefined) === isMoved)
        .map(({ line, name, reason }) => `  ${file}:${line} ${name}${isMoved ? '' : ` -> ${reason}`}`),
    );
  const sections: (readonly [title: string, lines: readonly string[]])[] = [
    [
      isWritten ? 'Deleted: the document is the same without' : 'Delete: the document is the same without',
      lines('delete'),
    ],
    [isWritten ? 'Replaced' : 'Replace', lines('replace')],
    [isWritten ? 'Imported from dtospec' : 'Import from dtospec', mapped(true)],
    ['By hand', [...lines('keep'), ...mapped(false)]],
  ];
  return `${sections.map(([title, lines]) => [`${title} (${lines.length})`, ...lines].join('\n')).join('\n\n')}\n`;
}
