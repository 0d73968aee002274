import type { PropertyAnnotations } from '../../decorators/record.js';
import { Recent } from '../base/recent.js';
import type { Constructor } from '../base/types.js';
import { Branch } from './branch.js';
import type { ClassFacts } from './class-facts.js';
import {
  validationStorage,
  type RuleSelection,
  type ValidationMetadata,
} from './class-validator/metadata.js';
import { alongRules, type Limits } from './class-validator/rule-path.js';
import type { InitialValues } from './initial-values.js';
import { nestedClassOf } from './nested-class.js';
import type { PropertyFacts } from './property-facts.js';
import type { Direction, PropertyModel, View } from './types.js';
import { readsAsWritten } from './type-direction.js';
import type { ResolvedValidation } from './validation-options.js';

/**
 * All that decides what a property is, but its name and what is said of it. Most properties of a service are like
 * others: what is made of one holds for each of its shape, and is made once.
 */
export class PropertyShape {
  /** The model in a direction, of whichever property came first. */
  readonly models: Partial<Record<Direction, PropertyModel>> = {};
  /** Stands for the shape in the models of a direction; what is one in both has one. */
  readonly identities: Readonly<Record<Direction, object>> = { input: {}, output: {} };

  /**
   * @param isUndirected what is found of a request of the shape is found of a response
   * @param outline the shape but for the limits that rules set: of those its models are any
   */
  constructor(
    private readonly isUndirected: boolean,
    readonly outline?: PropertyShape,
  ) {}

  remember(direction: Direction, model: PropertyModel): void {
    this.models[direction] = model;
    // The other way round something may be left to say of a request.
    if (direction === 'input' && this.isUndirected && readsAsWritten(model.type))
      this.models.output ??= model;
  }
}

/** Of a property that holds objects of a class, or lists of them: the shape but for that class. */
export interface NestedShape {
  readonly outline: PropertyShape;
  readonly target: Constructor;
}

/** What is known of a class whatever the view. */
export interface ReadClass {
  readonly facts: ClassFacts;
  readonly initial: InitialValues;
  /** Those of every group, by property. */
  readonly rules: ReadonlyMap<string, readonly ValidationMetadata[]>;
}

/** The shapes of a class's properties in their order; one that decorators alone do not decide, or those of another, has none. */
export type Shapes = readonly (PropertyShape | NestedShape | undefined)[];

const NONE: Shapes = [];
const NO_RULES: readonly ValidationMetadata[] = [];
const NO_LIMITS: readonly unknown[] = [];

/** Gives equal shapes to properties that are alike under one set of options. */
export class PropertyShapes {
  readonly #byClass = new Recent<Constructor, Shapes>();
  readonly #tree = new Branch<PropertyShape>();

  readonly #isUndirected: boolean;
  readonly #selection: RuleSelection;
  /** Names that every object has: there is more to say of such a property. */
  readonly #inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

  constructor(private readonly options: ResolvedValidation) {
    const { always, strictGroups } = options;
    this.#isUndirected = isUndirected(options);
    this.#selection = { groups: [], always, strictGroups };
  }

  /** The shapes of a class in a view; none with groups, a version or prefixes, which count by class or by name. */
  in(read: ReadClass, { groups, version, exposure }: View): Shapes {
    if (groups.length + this.options.groups.length > 0) return NONE;
    if (version !== undefined || exposure !== undefined) return NONE;
    const { target } = read.facts;
    let shapes = this.#byClass.get(target);
    if (shapes === undefined) this.#byClass.set(target, (shapes = this.#shapesOf(read)));
    return shapes;
  }

  #shapesOf({ facts, rules, initial }: ReadClass): Shapes {
    const { properties, transformation } = facts;
    const { strategy } = transformation;
    const tree = strategy === undefined ? this.#tree : this.#tree.at(STRATEGY).at(strategy);
    const storage = validationStorage();
    const limits: Limits = { values: NO_LIMITS };
    return properties.keys.map((key) => {
      if (initial.given.has(key) || this.#inherited.has(key) || !properties.isPlain(key)) return undefined;
      const typed = properties.isTyped(key) ? properties.get(key) : undefined;
      const target = typed?.type && nestedClassOf(typed.type, this.#selection);
      if (typed !== undefined && target === undefined) return undefined;
      const start =
        typed === undefined ? tree.at(properties.designOf(key)) : alongNested(tree, typed, target);
      const said = facts.isSilent ? start : alongAnnotations(start, properties.annotationsOf(key));
      limits.values = NO_LIMITS;
      const branch = said && alongRules(said, rules.get(key) ?? NO_RULES, storage, limits);
      if (branch === undefined) return undefined;
      const isUndirected = this.#isUndirected && strategy === undefined && said === start;
      const outline = (branch.end ??= new PropertyShape(isUndirected));
      if (target !== undefined) return { outline, target };
      if (limits.values === NO_LIMITS) return outline;
      return (branch.along(limits.values).end ??= new PropertyShape(isUndirected, outline));
    });
  }
}

/** Whether all that requests are read under leaves a property that decorators say nothing special of as responses have it. */
function isUndirected(options: ResolvedValidation): boolean {
  const { strategy, excludeExtraneousValues, enableImplicitConversion } = options;
  if (strategy === 'excludeAll' || excludeExtraneousValues || enableImplicitConversion) return false;
  return !options.skipNullProperties && !options.skipMissingProperties;
}

const STRATEGY = Symbol('strategy');
const SAID = Symbol('said by decorators');
const NESTED = Symbol('nested');
const SAME = Symbol('the nested class');

/** A `@Type` decides together with what the compiler recorded, of which class-transformer may have seen another part. */
function alongNested(
  branch: Branch<PropertyShape>,
  { type, design }: PropertyFacts,
  target: Constructor | undefined,
): Branch<PropertyShape> {
  const stepOf = (recorded: unknown): unknown => (recorded === target ? SAME : recorded);
  return branch.at(NESTED).at(stepOf(design)).at(stepOf(type?.reflected));
}

/** Undefined where they decide by themselves what the property is. */
function alongAnnotations(
  branch: Branch<PropertyShape>,
  annotations: PropertyAnnotations,
): Branch<PropertyShape> | undefined {
  const { type, override, hidden, presence, nullable, access } = annotations;
  if (type !== undefined || override !== undefined || hidden === true) return undefined;
  if ((presence ?? nullable ?? access) === undefined) return branch;
  return branch.at(SAID).at(presence).at(nullable).at(access);
}
