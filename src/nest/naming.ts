import { pascalCase } from '../documents/openapi/paths/routes.js';
import type { NestRoute } from './routes.js';

/** `Users` of `UsersController`. */
export function tagOf({ controller }: Pick<NestRoute, 'controller'>): string {
  const name = controller.name.replace(/Controller$/, '');
  return name === '' ? controller.name : name;
}

/** `Find one` of `findOne`. */
export function summaryOf({ methodName }: Pick<NestRoute, 'methodName'>): string {
  return wordsOf(methodName);
}

/** Many handlers have one name. */
function once(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let made = known.get(text);
    if (made === undefined) known.set(text, (made = make(text)));
    return made;
  };
}

const wordsOf = once((methodName) => {
  const words = methodName
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}+$/u.test(word) && word.length > 1 ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
});

/** `usersFindOne` of `UsersController.findOne`; a version in the path is said too. */
export function operationIdOf(route: NestRoute, isOneOfSeveral: boolean): string {
  const base = `${firstPart(tagOf(route))}${nextPart(route.methodName)}`;
  const version =
    route.versioning === 'uri' && isOneOfSeveral
      ? route.versions.map((one) => `V${pascalCase(one)}`).join('')
      : '';
  return base + version;
}

function lowerFirst(text: string): string {
  // `APIKeys` stays readable as `apiKeys`.
  return text.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)|^\p{Lu}/u, (start) => start.toLowerCase());
}

const firstPart = once((tag) => lowerFirst(pascalCase(tag)));
const nextPart = once(pascalCase);

/** The operations of one handler, as far as @nestjs/swagger names them by their paths and versions. */
interface SwaggerNaming {
  /** Paths of the handler, in the order in which Nest registers them. */
  readonly paths: readonly string[];
  /** Versions that its paths name. */
  readonly versions: readonly string[];
  /** Text before a version in a path. */
  readonly prefix: string;
}

/** Returns the id that @nestjs/swagger gives an operation: `UsersController_findOne`, with `_v1` of a version. */
export function swaggerOperationId(
  { controller, methodName, method: declared, path, versioning, versions }: NestRoute,
  method: string,
  { paths, versions: inPaths, prefix }: SwaggerNaming,
): string {
  const base = `${controller.name}_${methodName}`;
  if (declared === 'ALL') return `${base}_${method.toLowerCase()}`;
  const isAlias = paths.length > 1 && paths.length !== inPaths.length;
  const version = versions[0];
  const suffix = version === undefined ? '' : `_${versioning === 'uri' ? prefix : ''}${version}`;
  return `${base}${isAlias ? `[${paths.indexOf(path)}]` : ''}${suffix}`;
}
