import { findStorages, refuseOtherCopy } from '../documents/model/class-transformer/copies.js';
import { BoundedMap } from '../shared/bounded-map.js';
import { once } from '../shared/once.js';
import type { Constructor } from '../shared/types.js';
import type { Exposing, View } from '../documents/model/types.js';
import { classOf, type ClassPlan, compilePlan } from './plan.js';

export interface SerializeOptions {
  /** class-transformer's groups, as in `@Expose({ groups })`. @default none */
  readonly groups?: readonly string[];
  /** class-transformer's version, as in `@Expose({ since, until })`. @default none */
  readonly version?: number;
}

export interface ViewOptions extends SerializeOptions {
  readonly exposure?: Exposing | undefined;
}

export interface ViewPlans {
  readonly planOf: (target: Constructor) => ClassPlan;
  readonly planOfObject: (object: object) => ClassPlan;
  readonly options: object;
}

const DEFAULTS = {
  enableCircularCheck: false,
  enableImplicitConversion: false,
  excludeExtraneousValues: false,
  excludePrefixes: undefined,
  exposeDefaultValues: false,
  exposeUnsetFields: true,
  ignoreDecorators: false,
  strategy: undefined,
  targetMaps: undefined,
};

const plainView = once(() => createPlans({}));
/** Maximum number of cached views, since groups may differ for each user. */
const MAX_VIEWS = 1000;
const views = new BoundedMap<string, ViewPlans>(MAX_VIEWS);

/** Compiles each class once for a view. The cache does not keep classes in memory. */
export function plansOf(options: ViewOptions): ViewPlans {
  const { groups, version, exposure } = options;
  if (groups === undefined && version === undefined && exposure === undefined) return plainView();
  const id = JSON.stringify([groups, version, exposure]);
  const plans = views.get(id) ?? createPlans(options);
  views.set(id, plans); // known ids are set again, so that they are kept longer
  return plans;
}

function createPlans({ groups, version, exposure }: ViewOptions): ViewPlans {
  const view: View = {
    direction: 'output',
    groups: [...(groups ?? [])],
    version,
    ...(exposure !== undefined && { exposure }),
  };
  const plans = new WeakMap<Constructor, ClassPlan>();
  const storages = once(findStorages);
  const planOf = (target: Constructor): ClassPlan => {
    const known = plans.get(target);
    if (known !== undefined) return known;
    refuseOtherCopy(target, storages());
    const plan = compilePlan(target, view);
    plans.set(target, plan);
    return plan;
  };
  const byPrototype = new WeakMap<object, ClassPlan>();
  // `excludeExtraneousValues` does not apply to members of a plain object, except under `@Type(() =>
  // Object)`.
  const plain = compilePlan(Object, {
    ...view,
    ...(exposure !== undefined && { exposure: { ...exposure, excludeExtraneousValues: false } }),
  });
  return {
    planOf,
    planOfObject: (object) => {
      const prototype = Object.getPrototypeOf(object) as object | null;
      if (prototype === null) return plain;
      const known = byPrototype.get(prototype);
      if (known !== undefined) return known;
      const target = classOf(object);
      const plan = target === Object ? plain : planOf(target);
      byPrototype.set(prototype, plan);
      return plan;
    },
    options: Object.freeze({ ...DEFAULTS, ...exposure, groups: groups && view.groups, version }),
  };
}
