import type { Location } from '../../../../decorators/record.js';
import { ownProperties } from '../../../../decorators/store.js';
import type { Report } from '../../../shared/diagnostics.js';
import type { Constructor } from '../../../shared/types.js';

/** The decorators that name a parameter. `@Form` and `@Param` are other names of the first two. */
const DECORATORS = {
  query: '@Query',
  form: '@Form',
  path: '@Path',
  param: '@Param',
  header: '@Header',
  cookie: '@Cookie',
} as const satisfies Record<Location, string>;

/** Finds decorators that name a parameter, in classes that are no parameters, but bodies of requests. */
export class ParameterNames {
  readonly #parameters = new Set<Constructor>();
  readonly #bodies = new Set<Constructor>();

  addParameters(target: Constructor): void {
    this.#parameters.add(target);
  }

  addBody(target: Constructor): void {
    this.#bodies.add(target);
  }

  /** Call it when all operations are added, since one may use the class of a body for its parameters. */
  check(report: Report): void {
    for (const target of this.#bodies) if (!this.#parameters.has(target)) reportNames(target, report);
  }
}

function reportNames(target: Constructor, report: Report): void {
  for (const [key, { locations = {} }] of ownProperties(target))
    for (const location of Object.keys(locations) as Location[])
      report({
        code: 'parameter-in-body',
        place: `${target.name}.${key}`,
        message:
          `${DECORATORS[location]} names a parameter, but this class is a body, so requests send ${key} in the body. ` +
          `Move it to a class of parameters, as in { query: ListOptions }, or remove ${DECORATORS[location]}.`,
      });
}
