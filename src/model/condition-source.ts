import type { Condition } from './class-validator.js';

/** What the text of a condition tells. */
export interface ReadCondition {
  /** The texts and numbers that it mentions. */
  readonly literals: readonly (string | number)[];
}

const NAME = /[A-Za-z_$][\w$]*/.source;
const PARAMETER = String.raw`(?:${NAME}|\{\s*${NAME}\s*\})`;
const PARAMETERS = String.raw`\(\s*(?<listed>${PARAMETER}(?:\s*,\s*${PARAMETER})*)?\s*\)`;
/** An arrow function, a function, or a method, up to its body. */
const HEAD = new RegExp(
  String.raw`^(?:(?:${PARAMETERS}|(?<single>${NAME}))\s*=>|(?:function\b)?\s*(?:${NAME})?\s*${PARAMETERS.replace('listed', 'formal')}(?=\s*\{))`,
);
const STRING = /'(?<one>[^'\\\n]*)'|"(?<two>[^"\\\n]*)"/.source;
/** A zero in front would make it octal. */
const NUMBER = /(?<number>(?:0|[1-9]\d*)(?:\.\d+)?)(?![\w.])/.source;
const SPACE = /\s+|\/\*[^]*?\*\/|\/\/.*/.source;
const OPERATOR = /===|!==|&&|\|\||\?\?|[(){};,?:!]/.source;
const WORD = /(?:typeof|null|undefined|void 0|true|false|Boolean|return|if|else)\b/.source;
/** What `!` or `typeof` stands before is no operand of `in`: they bind closer. */
const OPERAND = /(?<=[(&|{;>]\s*|\breturn\s+)/.source;
/** Loose equality says what it seems to only of null and undefined. */
const LOOSELY_NULL = String.raw`[!=]=(?!=)\s*(?:null|undefined|void 0)\b`;

/**
 * Reads a condition that looks at nothing but its own property, and compares that with null, undefined, texts
 * and numbers only. Such a condition cannot tell other values of one type and truth apart, so a few of them
 * stand for all. `undefined` for every other condition: what it does cannot be known.
 */
export function readCondition(condition: Condition, key: string): ReadCondition | undefined {
  const source = Function.prototype.toString.call(condition);
  const head = HEAD.exec(source);
  if (head === null) return undefined;
  const { listed, single, formal } = head.groups ?? {};
  const [object = '', value = ''] = (listed ?? single ?? formal ?? '').split(',').map((name) => name.trim());
  const token = new RegExp(
    [SPACE, ...own(object, value, key), WORD, LOOSELY_NULL, OPERATOR, STRING, NUMBER].join('|'),
    'y',
  );
  return literalsOf(source, head[0].length, token);
}

/** Every way to write the property's value: the second parameter, a member of the first, or that taken apart. */
function own(object: string, value: string, key: string): string[] {
  const quoted = `(?:'${escape(key)}'|"${escape(key)}")`;
  if (object.startsWith('{')) return [object.slice(1, -1).trim() === key ? word(key) : NOTHING, word(value)];
  const isObject = `${escape(object)}\\b\\s*`;
  return [
    `${isObject}(?:\\?\\.|\\.)\\s*${escape(key)}(?![\\w$])`,
    `${isObject}(?:\\?\\.)?\\s*\\[\\s*${quoted}\\s*\\]`,
    `${OPERAND}${quoted}\\s+in\\s+${word(object)}`,
    word(value),
  ];
}

/** Matches nothing. */
const NOTHING = '(?!)';

/** A name by itself: what is read of it would be another value. */
function word(name: string): string {
  return name === '' || name.startsWith('{') ? NOTHING : `${escape(name)}(?![\\w$]|\\s*(?:\\?\\.|[.[(]))`;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function literalsOf(source: string, from: number, token: RegExp): ReadCondition | undefined {
  const literals: (string | number)[] = [];
  token.lastIndex = from;
  while (token.lastIndex < source.length) {
    const found = token.exec(source);
    if (found === null) return undefined;
    const { one, two, number } = found.groups ?? {};
    const text = one ?? two;
    if (text !== undefined) literals.push(text);
    if (number !== undefined) literals.push(Number(number));
  }
  return { literals };
}
