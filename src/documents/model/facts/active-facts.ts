import { ConfigError } from '../../../shared/errors.js';
import type { Finding } from '../../../shared/diagnostics.js';
import type { Constructor } from '../../../shared/types.js';
import { type ClassFact, Facts } from './facts.js';
import type { HandlerFact } from './facts-file.js';
import { FACTS_FILE, type FactsInput, readFacts } from './read-facts.js';

// A global symbol, so that two copies of this package in one process have the same facts, as they have the
// same decorators.
const ACTIVE = Symbol.for('dtospec:facts');

const holder = globalThis as { [ACTIVE]?: ReadonlyMap<unknown, Facts> };

const NONE: ReadonlyMap<unknown, Facts> = new Map();

/**
 * Loads facts for the classes of this process.
 *
 * @param strict refuses facts of sources that have changed
 * @throws ConfigError for facts that cannot be read, and for refused ones
 */
export function useFacts(facts: FactsInput, strict: boolean): Finding[] {
  const read = readFacts(facts);
  if (read === undefined) return [];
  const { file, path, changed } = read;
  const [first] = changed;
  const message = `${changed.length === 1 ? 'A source has' : `${changed.length} sources have`} changed since the facts were written: ${changed.slice(0, 3).join(', ')}. Write them again: npx dtospec extract.`;
  if (first !== undefined && strict) throw new ConfigError(message, { code: 'ERR_FACTS' });
  const key = path ?? file;
  const active = holder[ACTIVE] ?? NONE;
  if (!active.has(key)) holder[ACTIVE] = new Map([...active, [key, new Facts(file)]]);
  return first === undefined
    ? []
    : [{ code: 'stale-facts', message, place: typeof facts === 'string' ? facts : FACTS_FILE }];
}

/** Returns the facts of a class. */
export function factsOf(target: Constructor): ClassFact | undefined {
  const active = holder[ACTIVE];
  if (active === undefined) return undefined;
  for (const facts of active.values()) {
    const classFacts = facts.of(target);
    if (classFacts !== undefined) return classFacts;
  }
  return undefined;
}

interface FoundHandler {
  readonly facts: Facts;
  readonly handler: HandlerFact;
}

/** Returns the facts of a handler from the first file that has it. */
export function handlerFactOf(find: (facts: Facts) => HandlerFact | undefined): FoundHandler | undefined {
  for (const facts of (holder[ACTIVE] ?? NONE).values()) {
    const handler = find(facts);
    if (handler !== undefined) return { facts, handler };
  }
  return undefined;
}
