import { Recent } from '../base/recent.js';
import type { Constructor } from '../base/types.js';
import type { ClassFacts, PropertyFacts } from './class-facts.js';
import { isKind, type ValidationMetadata } from './class-validator/metadata.js';
import { isOptionalCondition } from './class-validator/optional.js';
import { constraintsIn, isSelfContained, verdictsOnNothing } from './class-validator/verdicts.js';
import type { InitialValues } from './initial-values.js';
import type { Direction, PropertyModel, View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

/**
 * All that decides what a property is, but its name and what is said of it. Most properties of a service are like
 * others: what is made of one holds for each of its shape, and is made once.
 */
export class PropertyShape {
  readonly #models: Partial<Record<Direction, PropertyModel>> = {};

  /** The model in a direction, of whichever property came first. */
  modelIn(direction: Direction): PropertyModel | undefined {
    return this.#models[direction];
  }

  remember(direction: Direction, model: PropertyModel): void {
    this.#models[direction] = model;
  }
}

/** What is known of a class whatever the view. */
export interface ReadClass {
  readonly facts: ClassFacts;
  readonly initial: InitialValues;
  /** Those of every group, by property. */
  readonly rules: ReadonlyMap<string, readonly ValidationMetadata[]>;
}

/** The shapes of a class's properties; one that decorators alone do not decide, or those of another property, has none. */
export type ShapesByKey = ReadonlyMap<string, PropertyShape>;

const NONE: ShapesByKey = new Map();

/** Gives equal shapes to properties that are alike under one set of options. */
export class PropertyShapes {
  readonly #byClass = new Recent<Constructor, ShapesByKey>();
  readonly #tree = new Branch();

  constructor(private readonly options: ResolvedValidation) {}

  /** The shapes of a class in a view; none with groups, a version or prefixes, which count by class or by name. */
  in(read: ReadClass, { groups, version, exposure }: View): ShapesByKey {
    if (groups.length + this.options.groups.length > 0) return NONE;
    if (version !== undefined || exposure !== undefined) return NONE;
    const { target } = read.facts;
    let shapes = this.#byClass.get(target);
    if (shapes === undefined) this.#byClass.set(target, (shapes = this.#shapesOf(read)));
    return shapes;
  }

  #shapesOf({ facts, rules, initial }: ReadClass): ShapesByKey {
    const shapes = new Map<string, PropertyShape>();
    for (const [key, property] of facts.properties) {
      const own = rules.get(key) ?? [];
      if (initial.values[key] !== undefined || !isPlain(facts, property) || !own.every(isSelfContained))
        continue;
      shapes.set(key, this.#shapeOf(facts, property, own));
    }
    return shapes;
  }

  #shapeOf(
    { transformation }: ClassFacts,
    { design, annotations }: PropertyFacts,
    rules: readonly ValidationMetadata[],
  ): PropertyShape {
    const { presence, nullable, access } = annotations;
    const { strategy } = transformation;
    let branch = this.#tree.at(design);
    // Most are silent here, and most of the time goes into the steps.
    if ((strategy ?? presence ?? nullable ?? access) !== undefined)
      for (const value of [SAID, strategy, presence, nullable, access]) branch = branch.at(value);
    // A validator of the application's own may go by the name of one of class-validator's, so they are asked whether they
    // let absence and null through: from the last on, as the one that is written first is most often @IsOptional(), beside
    // which it does not count, or refuses both.
    let verdicts = ACCEPTS_NOTHING;
    for (const rule of rules.toReversed()) {
      // Its constraint is a function of its own each time, but the same.
      if (isOptionalCondition(rule)) {
        branch = branch.at(OPTIONAL);
        verdicts = 0;
        continue;
      }
      branch = branch.at(rule.name ?? rule.type);
      if (rule.each === true) branch = branch.at(EACH);
      const constraints = constraintsIn(rule);
      if (constraints.length > 0) branch = branch.along(constraints);
      // That one refuses is enough, but where only @IsDefined is asked.
      if (isKind(rule, 'defined')) branch = branch.at(verdictsOnNothing(rule));
      else if (verdicts !== 0) verdicts &= verdictsOnNothing(rule);
    }
    return (branch.shapes[verdicts] ??= new PropertyShape());
  }
}

/** Neither absence nor null is refused. */
const ACCEPTS_NOTHING = 3;
const SAID = Symbol('said by decorators');
const EACH = Symbol('each');
const OPTIONAL = Symbol('optional');

/** A tree of values in which equal ways lead to one place: faster than to write them as text. */
class Branch {
  readonly #branches = new Map<unknown, Branch>();
  /** The shapes of properties whose ways end here, by what their rules say to absence and null. */
  readonly shapes: (PropertyShape | undefined)[] = [];

  at(value: unknown): Branch {
    let branch = this.#branches.get(value);
    if (branch === undefined) this.#branches.set(value, (branch = new Branch()));
    return branch;
  }

  /** Along arguments: a list is what is in it, a regular expression what it says, any other object only itself. */
  along(values: readonly unknown[], depth = 0): Branch {
    let branch = this.at(values.length);
    for (const value of values) {
      if (Array.isArray(value) && depth === 0) branch = branch.at(LIST).along(value, 1);
      else if (value instanceof RegExp) branch = branch.at(PATTERN).at(String(value));
      else branch = branch.at(isEmptyObject(value) ? NO_OPTIONS : value);
    }
    return branch;
  }
}

const LIST = Symbol('list');
const PATTERN = Symbol('pattern');
const NO_OPTIONS = Symbol('no options');

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.keys(value).length === 0
  );
}

/** Whether a property is named and read as it stands, and no function has a say in what it is. */
function isPlain({ transformation: { excluded } }: ClassFacts, property: PropertyFacts): boolean {
  const { key, annotations, apiProperty, exposure, type, transforms, accessor } = property;
  if (apiProperty !== undefined) return false;
  if (exposure !== undefined || type !== undefined || accessor !== undefined || key in Object.prototype)
    return false;
  if (
    transforms.input.length + transforms.output.length > 0 ||
    excluded.input.has(key) ||
    excluded.output.has(key)
  )
    return false;
  return annotations.type === undefined && annotations.override === undefined && annotations.hidden !== true;
}
