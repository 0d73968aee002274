import { type LookupAddress, Resolver } from 'node:dns';

/** Milliseconds that a name server has for an answer, the first time; and how many times each is asked. */
const PATIENCE = 2_000;
const TRIES = 4;

/** Milliseconds for which the other family is waited for when one is there, as RFC 8305, section 3 has it. */
const GRACE = 50;

/** c-ares's words for "there is no such name" and "it has no such address": another source may know more. */
const NEGATIVE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED']);

export function isNegative(error: unknown): boolean {
  return NEGATIVE.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Questions to the name servers, over sockets of their own: they take no thread, and can be called off. */
export class Query {
  readonly #resolver = new Resolver({ timeout: PATIENCE, tries: TRIES });

  /**
   * All addresses of a name, IPv4 first.
   * @param family 4, 6, or 0 for both
   * @throws Error with c-ares's code
   */
  ask(name: string, family: number): Promise<LookupAddress[]> {
    const families = family === 0 ? [4, 6] : [family];
    return new Promise((resolve, reject) => {
      const found: LookupAddress[] = [];
      const errors: Error[] = [];
      let left = families.length;
      const settle = (): void => {
        if (left > 0) this.cancel();
        const [error = new Error('no address')] = errors.sort(byWeight);
        if (found.length > 0) resolve(found.sort((a, b) => a.family - b.family));
        else reject(error);
      };
      for (const one of families) {
        this.#resolver[one === 6 ? 'resolve6' : 'resolve4'](name, (error, addresses) => {
          left -= 1;
          if (error) errors.push(error);
          else found.push(...addresses.map((address) => ({ address, family: one })));
          if (left === 0) settle();
          else if (found.length > 0) setTimeout(settle, GRACE).unref();
        });
      }
    });
  }

  cancel(): void {
    this.#resolver.cancel();
  }
}

/** Trouble with the servers says more than that one of the families has no address. */
function byWeight(a: Error, b: Error): number {
  return Number(isNegative(a)) - Number(isNegative(b));
}
