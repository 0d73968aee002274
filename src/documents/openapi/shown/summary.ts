/** Verbs for one thing: `PUT /tasks/{id}` is "Replace task". */
const VERBS: Readonly<Record<string, string>> = {
  GET: 'Get',
  POST: 'Create',
  PUT: 'Replace',
  PATCH: 'Update',
  DELETE: 'Delete',
  HEAD: 'Check',
};

/** Segments that do not describe the thing. */
const PREFIX = /^(?:api|rest|v[0-9][0-9.]*)$/i;

/**
 * Returns a summary of an operation by its method and path: "List tasks" for `GET /tasks`, "Get task" for
 * `GET /tasks/{id}`, "Archive task" for `POST /tasks/{id}:archive`.
 */
export function summaryOf(method: string, path: string): string {
  const [plain, custom] = splitCustomMethod(path);
  const { noun, isOne, of } = thingOf(plain);
  if (custom !== undefined) return `${capitalized(wordsOf(custom))} ${isOne ? singular(noun) : noun}${of}`;
  const isList = !isOne && singular(noun) !== noun;
  if (method === 'GET' && isList) return `List ${noun}${of}`;
  // "Create login" would be wrong: only a plural is a collection.
  if (method === 'POST' && !isOne && !isList) return `Post ${noun}${of}`;
  const verb = VERBS[method] ?? capitalized(method.toLowerCase());
  return `${verb} ${isOne || method === 'POST' ? singular(noun) : noun}${of}`;
}

interface Thing {
  readonly noun: string;
  /** True if the path ends with a parameter. */
  readonly isOne: boolean;
  /** The owner of the thing, such as ` of user`, or an empty text. */
  readonly of: string;
}

function thingOf(path: string): Thing {
  const segments = path.split('/').filter((segment) => segment !== '' && !PREFIX.test(segment));
  const nouns = segments.filter((segment) => !isParameter(segment)).map(wordsOf);
  const [noun = 'root', owner] = nouns.toReversed();
  const isOne = isParameter(segments.at(-1) ?? '');
  const hasOwner = owner !== undefined && isParameter(segments.at(isOne ? -3 : -2) ?? '');
  return { noun, isOne, of: hasOwner ? ` of ${singular(owner)}` : '' };
}

function splitCustomMethod(path: string): [string, string | undefined] {
  const [, plain = path, custom] = /^(.*[^/]):([A-Za-z]\w*)$/.exec(path) ?? [];
  return [plain, custom];
}

function isParameter(segment: string): boolean {
  return segment.includes('{');
}

/** `orderLines` and `order-lines` are "order lines". */
function wordsOf(segment: string): string {
  return decoded(segment)
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function singular(noun: string): string {
  if (/[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(noun)) return noun.slice(0, -2);
  return /[^sui]s$/.test(noun) ? noun.slice(0, -1) : noun;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
