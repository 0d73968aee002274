import { auth } from './auth.js';
import type { ContractCase } from './case.js';
import { chat } from './chat.js';
import { commerce } from './commerce.js';
import { conditional } from './conditional.js';
import { content } from './content.js';
import { custom } from './custom.js';
import { groups } from './groups.js';
import { iot } from './iot.js';
import { mapped } from './mapped.js';
import { oddities } from './oddities.js';
import { payments } from './payments.js';
import { people } from './people.js';
import { accounts } from './public/accounts.js';
import { queries } from './public/queries.js';
import { unions } from './public/unions.js';
import { search } from './search.js';
import { settings } from './settings.js';
import { shapes } from './shapes.js';
import { transformed } from './transformed.js';

/** The corpus: classes as real services have them, and some as none should. */
export const cases: readonly ContractCase[] = [
  ...commerce,
  ...auth,
  ...content,
  ...chat,
  ...iot,
  ...payments,
  ...search,
  ...settings,
  ...people,
  ...conditional,
  ...groups,
  ...custom,
  ...mapped,
  ...transformed,
  ...oddities,
  ...shapes,
  // In the manner of public code.
  ...accounts,
  ...queries,
  ...unions,
];
