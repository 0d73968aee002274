import { Transform } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsHexColor,
  isDateString,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  registerDecorator,
  ValidateBy,
  ValidateIf,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidationOptions,
  type ValidatorConstraintInterface,
} from 'class-validator';

// Decorators that services put together from those of the libraries.

interface Presence {
  readonly optional?: boolean;
  readonly nullable?: boolean;
}

function all(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    for (const decorator of decorators) decorator(target, key);
  };
}

/** Absent or as the rules want it; null only where it is said. */
export function MayBeAbsent({ nullable = false, emptyToNull = false } = {}): PropertyDecorator {
  return all(
    nullable ? IsOptional() : ValidateIf((_, value) => value !== undefined),
    ...(emptyToNull ? [Transform(({ value }) => (value === '' ? null : (value as unknown)))] : []),
  );
}

export function IdOf({ optional = false, nullable = false, each = false } = {}): PropertyDecorator {
  return all(
    IsUUID('4', { each }),
    optional ? MayBeAbsent({ nullable }) : IsNotEmpty(),
    each ? IsArray() : IsString(),
  );
}

export function FlagOf({ optional = false }: Presence = {}): PropertyDecorator {
  return all(
    IsBoolean(),
    Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : (value as unknown))),
    ...(optional ? [MayBeAbsent()] : []),
  );
}

/** What is no date throws in the middle of the transformation. */
export function MomentOf({ optional = false, nullable = false }: Presence = {}): PropertyDecorator {
  return all(
    IsDate(),
    optional ? IsOptional() : IsNotEmpty(),
    Transform(({ key, value }: { key: string; value: unknown }) => {
      if (value === null || value === undefined) return value;
      if (!isDateString(value)) throw new Error(`${key} must be a date string`);
      return new Date(value as string);
    }),
    ...(optional ? [MayBeAbsent({ nullable })] : []),
  );
}

export function ColorOf(): PropertyDecorator {
  return all(
    IsHexColor(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && !value.startsWith('#') ? `#${value}` : value,
    ),
  );
}

export function PinOf(): PropertyDecorator {
  return all(IsString(), IsNotEmpty(), Matches(/^\d{6}$/, { message: '$property must be six digits' }));
}

/** Refused beside any of its siblings. */
export function WithoutSiblings(...siblings: readonly string[]): PropertyDecorator {
  const isThere = (object: object, name: string): boolean =>
    ((object as Record<string, unknown>)[name] ?? undefined) !== undefined;
  return ValidateBy({
    name: 'withoutSiblings',
    constraints: [...siblings],
    validator: {
      validate: (value: unknown, { object, constraints }: ValidationArguments = {} as ValidationArguments) =>
        (value ?? undefined) === undefined ||
        !(constraints as string[]).some((sibling) => isThere(object, sibling)),
    },
  });
}

/** Equal to another property of the object. */
export function SameAs(other: string, options?: ValidationOptions): PropertyDecorator {
  return (target, key) => {
    registerDecorator({
      name: 'sameAs',
      target: target.constructor,
      propertyName: key as string,
      constraints: [other],
      ...(options === undefined ? {} : { options }),
      validator: {
        validate: (value: unknown, { object }: ValidationArguments = {} as ValidationArguments) =>
          (object as Record<string, unknown>)[other] === value,
      },
    });
  };
}

/** A lookup: it answers later. */
@ValidatorConstraint({ name: 'isFree', async: true })
export class IsFree implements ValidatorConstraintInterface {
  validate(name: unknown): Promise<boolean> {
    return Promise.resolve(name !== 'taken');
  }
}
