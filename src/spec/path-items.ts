import type { Report } from '../base/diagnostics.js';
import { didYouMean } from '../base/nearest.js';
import { plainJson } from '../base/plain-json.js';
import { messageOf } from './context.js';
import type { OperationContext, SpecContext } from './context.js';
import type { OperationObject, PathItemObject } from './document.js';
import { soundFields } from './fields/sound.js';
import type { Findings } from './findings.js';
import { operationsOf, withOperation } from './methods.js';
import { createOperation, createPathItem, sharedParameters } from './operation.js';
import { normalizePath } from './path.js';
import type { Route } from './paths.js';
import { validationOf } from './request-view.js';

type Items = ReadonlyMap<string, PathItemObject>;

/** The paths of a document that grows, in the order of registration. Their references are symbolic. */
export class PathItems {
  /** What the configuration says of paths as a whole. */
  readonly #configured: Items;
  readonly #paths = new Map<string, PathItemObject>();
  /** Whether a path may be there without an endpoint. */
  readonly #hasOwn: boolean;

  /** @param isPart operations of a part are those that were chosen for it, so that it has no others */
  constructor(
    private readonly isPart: boolean,
    private readonly context: SpecContext,
  ) {
    this.#configured = createItems(isPart, context);
    this.#hasOwn = [...this.#configured.values()].some(bringsItsOwn);
  }

  /** Adds the operations of routes. An endpoint that fails leaves the others alone. @returns the paths that they have */
  add(routes: readonly Route[], findings: Findings): Set<string> {
    const { context } = this;
    const added = new Set<string>();
    for (const route of routes) {
      const { path } = route.template;
      const shared = sharedParameters(this.#configured.get(path)?.parameters ?? [], context);
      const operation = findings.during(route.endpoint, () => tryOperation(route, { ...context, shared }));
      if (operation === undefined) continue;
      const item = this.#paths.get(path) ?? {};
      this.#paths.set(path, withOperation(item, route.method, operation, context.config.openapi));
      added.add(path);
    }
    return added;
  }

  /** The path items of these paths, with what is said of each as a whole; undefined where others may change with them. */
  some(paths: Iterable<string>): Record<string, PathItemObject> | undefined {
    if (this.#hasOwn) return undefined;
    const items: Record<string, PathItemObject> = {};
    for (const path of paths) items[path] = { ...this.#configured.get(path), ...this.#paths.get(path) };
    return items;
  }

  /** All path items; what is said of other paths is left out, but for operations. */
  all(): Record<string, PathItemObject> {
    const all = new Map(this.#paths);
    for (const [path, item] of this.#configured) {
      const known = this.#paths.get(path);
      if (known !== undefined || bringsItsOwn(item)) all.set(path, { ...item, ...known });
    }
    return Object.fromEntries(all);
  }

  /** Tells of each path that the configuration says something of and no endpoint has. */
  check(report: Report): void {
    if (this.isPart) return;
    for (const [path, item] of this.#configured) {
      if (this.#paths.has(path) || bringsItsOwn(item)) continue;
      report({
        code: 'unknown-path',
        message: `No endpoint has the path ${path}, so what config.paths says of it is left out.${didYouMean(path, this.#paths.keys())}`,
        place: `paths ${path}`,
      });
    }
  }
}

function createItems(isPart: boolean, context: SpecContext): Items {
  const { config, report } = context;
  const items = new Map<string, PathItemObject>();
  for (const [source, given] of Object.entries(config.paths)) {
    const place = `paths ${source}`;
    const template = normalizePath(source, report, place);
    const { $ref: _r, operations: _o, ...said } = given;
    const inner = { ...context, place, template, validation: undefined };
    items.set(template.path, plainJson(createPathItem(isPart ? said : given, inner)));
  }
  return items;
}

/** A path that is there even if no endpoint has it. */
function bringsItsOwn(item: PathItemObject): boolean {
  return item.$ref !== undefined || operationsOf(item).length > 0;
}

function tryOperation(
  route: Route,
  context: SpecContext & Pick<OperationContext, 'shared'>,
): OperationObject | undefined {
  try {
    // A copy, which throws where something contains itself: that would break the whole document.
    const endpoint = soundFields(route.endpoint, 'operation', route.place, context);
    const { place, template } = route;
    const inner = { ...context, place, template, validation: validationOf(endpoint) };
    return context.compiler.keep(createOperation(endpoint, route, inner));
  } catch (error) {
    context.report({
      code: 'broken-endpoint',
      message: `The endpoint is left out, for it could not be read: ${messageOf(error)} Check its fields against the type Endpoint.`,
      place: route.place,
    });
    return undefined;
  }
}
