import type { CompiledSchema } from '../../../documents/json-schema/checker/assertion.js';
import { type Binder, isJsonObject, type Source } from '../../../documents/model/class-transformer/binder.js';
import type { ClassBinding } from '../../../documents/model/class-transformer/class-binding.js';
import { MemberWalk } from './member-walk.js';
import type { ObjectWalk, WalkContext, WalkedClass } from './walk-context.js';
import { thrownAt, type WalkRun } from './walk-run.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the objects of a class in one walk: it checks the documented members, ignores others, and creates the
 * instance that class-transformer creates.
 */
export class ClassWalk implements ObjectWalk {
  readonly #binder: Binder;
  readonly #binding: ClassBinding;
  readonly #members: readonly MemberWalk[];
  /** True if a function of `@Transform` or `@Type` may read the object. */
  readonly #isSourceRead: boolean;
  /** Required members without a schema. */
  readonly #needed: readonly string[];
  readonly #rest: CompiledSchema | undefined;

  constructor(
    private readonly walked: WalkedClass,
    private readonly context: WalkContext,
  ) {
    const { target, dropped } = walked;
    const { properties, required, rest } = walked.documented;
    const binding = context.binder.bindingOf(target);
    this.#binder = context.binder;
    this.#binding = binding;
    this.#rest = context.testOf(rest);
    // class-transformer also sets exposed members that no document has.
    const hidden = binding.exposed.filter((name) => !Object.hasOwn(properties, name));
    this.#members = [...Object.keys(properties), ...hidden].map((name) => {
      const member = binding.memberOf(name);
      return new MemberWalk(member, context, {
        schema: Object.hasOwn(properties, name) ? properties[name] : undefined,
        isRequired: required.has(name),
        isTaken: name !== dropped && (member.isExposed || (member.isRead && binding.takesOthers)),
      });
    });
    this.#isSourceRead = this.#members.some(
      ({ binding: { type, transforms } }) => type?.isDynamic === true || transforms.length > 0,
    );
    this.#needed = [...required].filter((name) => !Object.hasOwn(properties, name));
  }

  takes(value: object): boolean {
    return isJsonObject(value);
  }

  read(plain: object, run: WalkRun): object {
    const instance = this.#binding.create();
    const source = this.#isSourceRead ? new FilteredSource(plain, this) : UNREAD;
    run.enter();
    run.count(this.#setMembers(instance, plain, source, run));
    if (this.#rest?.test(plain, run.check) === false) run.isRefused = true;
    for (const name of this.#needed) if (!Object.hasOwn(plain, name)) run.isRefused = true;
    if (this.walked.documented.isClosed || this.context.options.unknownProperties === 'refuse')
      this.#findUnknown(instance, plain, source, run);
    run.leave();
    return instance;
  }

  /** Returns the number of members that were sent. */
  #setMembers(instance: Record<string, unknown>, plain: object, source: Source, run: WalkRun): number {
    let sent = 0;
    let name = '';
    try {
      for (const member of this.#members) {
        ({ name } = member);
        const isAbsent = !member.isDocumented || (member.isInherited && !Object.hasOwn(plain, name));
        const value = isAbsent ? undefined : (plain as Members)[name];
        if (value === undefined) this.#setAbsent(instance, member, plain, source, run);
        else {
          sent += 1;
          this.#setMember(instance, member, value, source, run);
        }
      }
    } catch (cause) {
      throw thrownAt(name, cause);
    }
    return sent;
  }

  #setAbsent(
    instance: Record<string, unknown>,
    member: MemberWalk,
    plain: object,
    source: Source,
    run: WalkRun,
  ): void {
    if (member.isRequired) run.refuse(instance, member.key);
    if (!member.isTaken) return;
    // A member that is undefined is absent in JSON, but not for class-transformer.
    if (!member.isExposed && !(member.isDocumented && Object.hasOwn(plain, member.name))) return;
    this.#binder.set(instance, member.binding, undefined, source, this.#binding);
  }

  #setMember(
    instance: Record<string, unknown>,
    member: MemberWalk,
    value: unknown,
    source: Source,
    run: WalkRun,
  ): void {
    if (typeof value !== 'object' || value === null) {
      if (!member.accepts(value, run)) run.refuse(instance, member.key);
      if (member.isDirect && !this.#binding.hasFunctions) instance[member.key] = value;
      else if (member.isTaken) this.#binder.set(instance, member.binding, value, source, this.#binding);
      return;
    }
    if (member.isNested(value)) {
      const converted = member.readNested(value, instance, run);
      if (member.isTaken) this.#binder.finish(instance, member.binding, converted, source, this.#binding);
    } else {
      const documented = member.documented(value, instance, run);
      if (member.isTaken) this.#binder.set(instance, member.binding, documented, source, this.#binding);
    }
  }

  /** Returns the object that class-transformer reads: it has no undocumented members. */
  filter(plain: object): object {
    const { documented, dropped } = this.walked;
    const filtered = this.context.documented(documented.schema, plain, undefined) as Members;
    if (dropped === undefined) return filtered;
    const { [dropped]: _, ...rest } = filtered;
    return rest;
  }

  foreign(value: unknown, run: WalkRun): unknown {
    const { documented, target } = this.walked;
    return this.#binder.typed(this.context.foreign(documented.schema, value, run), target, undefined);
  }

  #findUnknown(instance: Record<string, unknown>, plain: object, source: Source, run: WalkRun): void {
    const { properties, isClosed } = this.walked.documented;
    const names = Object.keys(plain);
    run.countMembers(names.length);
    for (const name of names) {
      if (Object.hasOwn(properties, name)) continue;
      const value = (plain as Members)[name];
      if (!isClosed) run.hasUnknown = true;
      else {
        run.isRefused = true;
        if (this.context.options.rulesRefuse) this.#keep(instance, name, value, source, run);
      }
    }
  }

  /** Sets a forbidden member, which class-validator reports. */
  #keep(instance: Record<string, unknown>, name: string, value: unknown, source: Source, run: WalkRun): void {
    const member = this.#binding.memberOf(name);
    if (!member.isRead || !this.#binding.takesOthers) return;
    if (typeof value === 'object' && value !== null) run.measure(value);
    this.#binder.set(instance, member, value, source, this.#binding);
  }
}

/** An object without undocumented members, which is filtered when it is read. */
class FilteredSource implements Source {
  #filtered: object | undefined;

  constructor(
    private readonly given: object,
    private readonly walk: ClassWalk,
  ) {}

  get plain(): object {
    return (this.#filtered ??= this.walk.filter(this.given));
  }
}

const UNREAD: Source = { plain: {} };
