import type { AuthScheme, Denied, VerifyResult } from '../../documents/openapi/config/config.js';
import type { SecurityRequirement } from '../../documents/openapi/types/objects.js';

/** A scheme with the scopes that an operation requires, created by `scoped`. */
export interface ScopedScheme<S = AuthScheme> {
  /** The scheme. */
  readonly scheme: S;
  /** The scopes that a credential needs. */
  readonly scopes: readonly string[];
}

type SchemeInput = AuthScheme | ScopedScheme;

/**
 * One alternative: a scheme, several schemes that are required
 * together, or schemes by their names in the configuration.
 */
export type SecurityInput = SecurityRequirement | SchemeInput | readonly SchemeInput[];

/** Marks the value in every copy of the package: one copy must not treat the other's value as access. */
const FORBIDDEN: unique symbol = Symbol.for('dtospec:forbidden') as never;

/** The result of `verify` for a valid credential that lacks permissions. */
export interface Forbidden {
  readonly [FORBIDDEN]: true;
}

/**
 * Returns the value that `verify` returns for a valid
 * credential without the required scopes. The response is 403.
 * @example (token, { scopes }) => (scopes.every((scope) => user.scopes.includes(scope)) ? user : forbidden())
 */
export function forbidden(): Forbidden {
  return { [FORBIDDEN]: true };
}

export function isForbidden(value: unknown): value is Forbidden {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, FORBIDDEN);
}

/**
 * Requires scopes of a scheme.
 * @example security: [scoped(staff, 'orders:write')]
 */
export function scoped<S extends AuthScheme>(scheme: S, ...scopes: readonly string[]): ScopedScheme<S> {
  return { scheme, scopes };
}

/** The type of the handler's `auth` for a `security`; unknown if the configuration sets it. */
export type AuthOf<S> = S extends readonly []
  ? undefined
  : S extends readonly (infer One)[]
    ? One extends readonly unknown[]
      ? { readonly [K in keyof One]: GrantOf<One[K]> }
      : GrantOf<One>
    : unknown;

type GrantOf<S> =
  S extends ScopedScheme<infer Scheme>
    ? GrantOf<Scheme>
    : S extends {
          readonly type: string;
          verify?: ((credential: never, context: never) => infer V) | false | undefined;
        }
      ? VerifyResult extends V
        ? unknown
        : Exclude<Awaited<V>, Forbidden | Denied>
      : unknown;
