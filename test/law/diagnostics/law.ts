import type { Constructor } from '../../../src/shared/types.js';
import { seededRandom } from '../../fixtures/random.js';
import { OPTION_SETS } from '../classes/option-sets.js';
import { forget, generateClass } from '../classes/generate.js';
import { cases } from '../corpus/cases.js';
import { nameOf, plainCases, type ContractCase } from '../corpus/case.js';
import { faultsOf } from './faults.js';
import * as cats from '../../fixtures/nest/cats.js';
import * as shop from '../../fixtures/nest/shop.js';
import * as customers from '../../../samples/shop/models/customer.js';
import * as money from '../../../samples/shop/models/money.js';
import * as orders from '../../../samples/shop/models/order.js';
import * as pages from '../../../samples/shop/models/page.js';
import * as payments from '../../../samples/shop/models/payment.js';

const REQUESTS: readonly Constructor[] = [
  ...[cats.CreateCat, cats.UpdateCat, cats.Filter],
  ...[shop.CreateProduct, shop.UpdateProduct, shop.Search, shop.Key, shop.Login],
  ...[customers.NewCustomer, money.Money, orders.OrderLine, orders.NewOrder, pages.OrderQuery],
  ...[payments.CardPayment, payments.TransferPayment],
];

/** How thoroughly the law is tested. */
interface Extent {
  /** How many values of each class. */
  readonly count: number;
  /** How many sets of options for each class. */
  readonly sets: number;
  /** How many random classes. */
  readonly classes: number;
  readonly seed: number;
}

/** Registers a test for each class that takes requests: of the corpus, of fixtures and samples, and random ones. */
export function testDiagnostics({ count, sets, classes, seed }: Extent): void {
  const written: [string, ContractCase][] = [...cases, ...plainCases(...REQUESTS)].map((tested) => [
    nameOf(tested),
    tested,
  ]);
  it.each(written)('%s', async (name, tested) => {
    const random = seededRandom(seed + name.length);
    for (const options of [{}, ...Array.from({ length: sets }, () => random.pick(OPTION_SETS))])
      expect(await faultsOf(tested, options, { count, seed })).toEqual([]);
  });
  it.each(Array.from({ length: classes }, (_, index) => seed + index))('class %i', async (number) => {
    const target = generateClass(number);
    const random = seededRandom(number);
    for (const options of [{}, ...Array.from({ length: sets }, () => random.pick(OPTION_SETS))])
      expect(await faultsOf({ target }, options, { count, seed: number })).toEqual([]);
    forget(target);
  });
}
