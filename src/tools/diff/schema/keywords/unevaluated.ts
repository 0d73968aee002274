import type { Schema } from 'dtospec/internal';
import { shown } from '../../rule.js';
import { messageOf, type NamedChange } from './keyword.js';

/** The rule of both `unevaluated` keywords. */
export const UNEVALUATED_RULES = {
  'unevaluated-changed': shown('unevaluatedProperties or unevaluatedItems changed'),
} as const;

/** The message of unchanged keywords whose subjects changed. Reported only if it is breaking. */
export const LEFT_OVER = 'The members that unevaluated keywords apply to changed.';

/** Also names unchanged keywords: other keywords may have changed the members that they apply to. */
export function nameUnevaluated(
  old: Schema,
  current: Schema,
  keywords: readonly string[],
): readonly NamedChange<keyof typeof UNEVALUATED_RULES>[] {
  const message = messageOf(keywords, old, current);
  return [{ rule: 'unevaluated-changed', message: message === '' ? LEFT_OVER : message }];
}
