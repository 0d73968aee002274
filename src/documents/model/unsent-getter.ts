import { isOtherDirection } from './api-property/presence.js';
import { isExposed } from './class-transformer/exposure.js';
import type { PropertyContext } from './context.js';

/** Reports a decorated getter that class-transformer does not send, since it has no `@Expose`. */
export function checkUnsentGetter({ facts, property, view, place, report }: PropertyContext): void {
  const { key, accessor, annotations } = property;
  if (accessor?.get === undefined || annotations.hidden === true || isExposed(facts, key, view)) return;
  const isMeant = facts.transformation.excluded.output.has(key) || isOtherDirection(property, view.direction);
  if (isMeant) return;
  report({
    code: 'getter-not-sent',
    place,
    message:
      'This getter is neither documented nor sent, because class-transformer sends getters with @Expose() only. Add @Expose(), or @Hidden() if it is for validation.',
  });
}
