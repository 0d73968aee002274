import type { ClassContext, PropertyContext } from './context.js';
import { checkClass, checkFields, reportThrowingConstructor } from './class-checks.js';
import { conversionIn, declaredTypeIn } from './conversion.js';
import { checkColumns } from './entity-columns.js';
import { InitialValues } from './initial-values.js';
import { checkCopies, findStorages, type LoadedStorages } from './class-transformer/copies.js';
import { once } from '../../shared/once.js';
import { checkToJson } from './unused-to-json.js';
import type { Report } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import { type ClassFacts, describeClass, type PropertyFacts } from './class-facts.js';
import { propertyModelOf } from './property-model.js';
import type { ClassModel, Direction, PropertyModel, View } from './types.js';
import { checkRules, checkUnsentMembers, checkWhitelisted } from './request-checks.js';
import type { ResolvedValidation } from './validation-options.js';
import { type SelectedRules, selectionOf, selectRules } from './validation.js';
import type { MemberRule } from './class-validator/member-rule.js';
import { memberRulesOf } from './class-validator/member-rules.js';
import { NO_PROPERTY_RULES, type PropertyRules, readRules } from './class-validator/rules.js';
import { hasRegisteredMember, holdsRegistered } from './type/registered-type.js';
import { isFile } from './type/type-ref.js';
import { leavesOutUnexposed, transformationsIn } from './class-transformer/exposure.js';

/** Returns the view without groups and version. */
export function plainView(direction: Direction): View {
  return PLAIN_VIEWS[direction];
}

const PLAIN_VIEWS: Readonly<Record<Direction, View>> = {
  input: { direction: 'input', groups: [], version: undefined },
  output: { direction: 'output', groups: [], version: undefined },
};

export function viewKey({
  direction,
  groups,
  version,
  binary,
  validation,
  received,
  exposure,
}: View): string {
  if (groups.length === 0 && (version ?? binary ?? validation ?? received ?? exposure) === undefined)
    return direction;
  return JSON.stringify([direction, groups, version, binary, validation, received, exposure]);
}

interface ReadClass {
  readonly facts: ClassFacts;
  /** The values of fields in a new instance. */
  readonly initial: InitialValues;
  /** Rules of class-validator by property, of all groups. */
  readonly rules: ReadonlyMap<string, PropertyRules>;
  /** Finished models by view. */
  readonly models: Map<string, ClassModel>;
}

export function createModeller(
  options: ResolvedValidation,
  report: Report,
): (target: Constructor, view: View) => ClassModel {
  const classes = new Map<Constructor, ReadClass>();
  const storages = once(findStorages);
  return (target, view) => {
    let read = classes.get(target);
    if (read === undefined) classes.set(target, (read = readClass(target, storages(), report)));
    const key = viewKey(view);
    let model = read.models.get(key);
    if (model === undefined) {
      const { facts, initial } = read;
      const own = view.validation ?? options;
      const leavesOut = leavesOutUnexposed(facts, view, own);
      model = modelOf({ facts, initial, view, options: own, leavesOut, report }, read);
      read.models.set(key, model);
    }
    return model;
  };
}

function readClass(target: Constructor, storages: LoadedStorages, report: Report): ReadClass {
  const facts = describeClass(target);
  const initial = new InitialValues(facts);
  checkCopies(target, facts.name, storages, report);
  checkClass(facts, report);
  checkFields(facts, initial, report);
  return { facts, initial, rules: readRules(target), models: new Map() };
}

function modelOf(context: ClassContext, { rules }: ReadClass): ClassModel {
  const { facts, view, options } = context;
  const { target, name, annotations } = facts;
  const isInput = view.direction === 'input';
  const selected = selectRules(target, view, options, rules);
  const removes = isInput && options.whitelist && isWhitelisted(target, selected, options);
  const whitelist = { removes, forbids: removes && options.forbidNonWhitelisted };
  if (isInput) checkRequest(context, selected, whitelist);
  const properties = propertiesOf(context, selected, whitelist);
  const documented = facts.isTypedOnly ? properties : withoutDuplicates(properties, context);
  if (!isInput) {
    checkToJson(facts, documented, context.report);
    checkColumns(facts, context.initial, context.report);
  }
  // class-transformer removes unknown properties first, so validation cannot reject them.
  const forbidsUnknown = whitelist.forbids && !context.leavesOut;
  return {
    target,
    name,
    view,
    properties: documented,
    closed: (isInput && options.closed) || forbidsUnknown,
    memberRules: documentedMemberRules(context, documented),
    described: facts.properties.size > 0,
    annotations,
  };
}

/** The treatment of a member without a rule. */
interface Whitelist {
  readonly removes: boolean;
  /** True if it rejects the request instead. */
  readonly forbids: boolean;
}

function checkRequest(context: ClassContext, selected: SelectedRules, { forbids }: Whitelist): void {
  checkRules(context, selected);
  // Responses are not created by class-transformer, so only requests are affected.
  if (context.initial.failed) reportThrowingConstructor(context.facts.name, context.report);
  if (forbids) checkUnsentMembers(context, selected);
}

function propertiesOf(
  context: ClassContext,
  selected: SelectedRules,
  whitelist: Whitelist,
): readonly PropertyModel[] {
  const properties: PropertyModel[] = [];
  for (const property of context.facts.properties.values()) {
    const model = propertyModelOf(propertyContextOf(context, property, selected));
    if (model !== undefined && passes(model, property, selected, whitelist, context)) properties.push(model);
  }
  return properties;
}

/**
 * Returns whether requests may have a property, in spite of
 * the whitelist. Reports a decorated one without a rule.
 */
function passes(
  model: PropertyModel,
  property: PropertyFacts,
  { running }: SelectedRules,
  { removes, forbids }: Whitelist,
  { facts, view, options, report }: ClassContext,
): boolean {
  if (!removes || running.has(model.key)) return true;
  if (isUpload(model, view) || isParsed(model, options)) return true;
  if (property.hasOnlyFact) return false;
  checkWhitelisted(property, forbids, `${facts.name}.${model.key}`, report);
  return !forbids;
}

function propertyContextOf(
  { facts, view, options, initial, leavesOut, report }: ClassContext,
  property: PropertyFacts,
  selected: SelectedRules,
): PropertyContext {
  const { key } = property;
  const declared = selected.declared.get(key);
  const running = selected.running === selected.declared ? declared : selected.running.get(key);
  const isInput = view.direction === 'input';
  const transforms = facts.isTypedOnly ? [] : transformationsIn(property, view);
  const context: PropertyContext = {
    facts,
    view,
    options,
    initial,
    leavesOut,
    report,
    property,
    running: running ?? NO_PROPERTY_RULES,
    declared: declared ?? NO_PROPERTY_RULES,
    isWhitelisted: running !== undefined,
    place: `${facts.name}.${key}`,
    transformed: transforms.length > 0,
    rewritten: !isInput && transforms.some(({ toPlainOnly }) => toPlainOnly === true),
    conversion: conversionIn(property, view, options),
    declaration: undefined,
  };
  const declaration = declaredTypeIn(context);
  return declaration === undefined ? context : { ...context, declaration };
}

/**
 * Returns the rules about members. A rule is not documented if it may see other members than the request has,
 * because of an initial value, a `@Transform` or an accessor. Requests have no read-only member, so one of the
 * others is sent.
 */
function documentedMemberRules(
  { facts, initial, view, options }: ClassContext,
  properties: readonly PropertyModel[],
): readonly MemberRule[] {
  if (!facts.hasMemberRules || view.direction === 'output') return NO_MEMBER_RULES;
  const rules = memberRulesOf(facts.target, selectionOf(facts.target, view, options));
  const names = new Map<string, string>();
  for (const { key, name, conversion } of properties) {
    const isSame = !conversion.transformed && facts.properties.get(key)?.accessor === undefined;
    if (isSame && initial.values[key] === undefined) names.set(key, name);
  }
  const isReadOnly = (key: string): boolean => facts.properties.get(key)?.annotations.access === 'readOnly';
  return [...rules.values()].flatMap(({ kind, keys }) => {
    const sent = kind === 'requiredWith' ? keys : keys.filter((key) => !isReadOnly(key));
    const known = sent.map((key) => names.get(key)).filter((name) => name !== undefined);
    return known.length < sent.length || known.length === 0 ? [] : [{ kind, keys: known }];
  });
}

const NO_MEMBER_RULES: readonly MemberRule[] = [];

/** Returns whether a property is a file of a form, which is not validated with the other properties. */
function isUpload({ type }: PropertyModel, { binary }: View): boolean {
  return binary !== undefined && isFile(type);
}

/** Returns whether class-validator knows the class. Others, another diagnostic reports. */
function isWhitelisted(
  target: Constructor,
  { declared }: SelectedRules,
  { openConversions }: ResolvedValidation,
): boolean {
  return declared.size > 0 || (openConversions && hasRegisteredMember(target));
}

/**
 * Returns whether operations parse a property, so that it needs no rule. In Nest, class-transformer converts.
 */
function isParsed({ type, conversion }: PropertyModel, { openConversions }: ResolvedValidation): boolean {
  return openConversions && !conversion.transformed && holdsRegistered(type);
}

/**
 * Keeps one of several properties with the same JSON name. In a request, class-transformer sets the first one
 * with an `@Expose` name; in a response, the last one overwrites the others.
 */
function withoutDuplicates(
  properties: readonly PropertyModel[],
  { facts, view, report }: ClassContext,
): readonly PropertyModel[] {
  const byName = new Map<string, PropertyModel>();
  for (const property of properties) {
    const { name, key } = property;
    const earlier = byName.get(name);
    const documented =
      earlier !== undefined && view.direction === 'input' && boundKeyOf(facts, name) === earlier.key
        ? earlier
        : property;
    if (earlier !== undefined)
      report({
        code: 'duplicate-property-name',
        place: `${facts.name}.${key}`,
        message: `"${name}" is also the wire name of ${earlier.key}; ${documented.key} is documented. Give one of them another @Expose name.`,
      });
    byName.set(name, documented);
  }
  return byName.size === properties.length ? properties : [...byName.values()];
}

function boundKeyOf({ properties }: ClassFacts, name: string): string | undefined {
  return [...properties.values()].find(({ exposure }) => exposure?.name === name)?.key;
}
