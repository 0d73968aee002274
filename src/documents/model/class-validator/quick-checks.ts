/** Returns true only for a value that the rule accepts. If it returns false, the rule itself decides. */
export type QuickCheck = (value: unknown) => boolean;

type CreateCheck = (...constraints: readonly unknown[]) => QuickCheck | undefined;

const isString: QuickCheck = (value) => typeof value === 'string';

function bound(accepts: (value: number, limit: number) => boolean): CreateCheck {
  return (limit) =>
    typeof limit === 'number' ? (value) => typeof value === 'number' && accepts(value, limit) : undefined;
}

function size(accepts: (length: number, limit: number) => boolean): CreateCheck {
  return (limit) =>
    typeof limit === 'number' ? (value) => Array.isArray(value) && accepts(value.length, limit) : undefined;
}

/** validator.js counts at most one character for each UTF-16 unit. */
const length: CreateCheck = (least, most = Infinity) => {
  if (typeof least !== 'number' || typeof most !== 'number') return undefined;
  return (value) => typeof value === 'string' && value.length <= most && hasPlainCharacters(value, least);
};

/** Returns whether a text begins with characters that each count as one. */
function hasPlainCharacters(text: string, least: number): boolean {
  if (text.length < least) return false;
  for (let index = 0; index < least; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

/** Matches common ASCII addresses, which are shorter than each limit of validator.js. */
const EMAIL = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/i;

const isEmail: QuickCheck = (value) => typeof value === 'string' && value.length < 64 && EMAIL.test(value);

/** Built-in rules that most values satisfy without a call. */
const QUICK: ReadonlyMap<string, CreateCheck> = new Map<string, CreateCheck>([
  ['isString', () => isString],
  ['isBoolean', () => (value) => typeof value === 'boolean'],
  ['isInt', () => Number.isInteger],
  ['isNumber', (options = {}) => (isEmpty(options) ? Number.isFinite : undefined)],
  ['min', bound((value, limit) => value >= limit)],
  ['max', bound((value, limit) => value <= limit)],
  ['isLength', length],
  ['isEmail', (options) => (options === undefined ? isEmail : undefined)],
  ['minLength', (least) => length(least)],
  ['maxLength', (most) => length(0, most)],
  ['isArray', () => Array.isArray],
  ['arrayMinSize', size((length, limit) => length >= limit)],
  ['arrayMaxSize', size((length, limit) => length <= limit)],
  ['isDefined', () => isPresent],
  ['isNotEmpty', () => (value) => isPresent(value) && value !== ''],
]);

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isEmpty(options: unknown): boolean {
  return typeof options === 'object' && options !== null && Object.keys(options).length === 0;
}

export function quickCheckOf(
  name: string | undefined,
  constraints: readonly unknown[] = [],
): QuickCheck | undefined {
  return QUICK.get(name ?? '')?.(...constraints);
}
