import { testOnOtherNodes } from '../../support/engines/other-nodes.js';

// pg-boss needs Node.js 22.12. From that version on, these files run the tests themselves.
testOnOtherNodes([
  {
    node: 'node22',
    files: [
      'cancel-killed',
      'contract',
      'control-killed',
      'erase',
      'fairness',
      'faults',
      'killed',
      'leases',
      'origin-limits',
      'outage',
      'pgbouncer',
      'postgres',
      'postgres-libraries',
      'postgres-roles',
      'postgres-transactions',
      'rate-killed',
      'unattended',
    ],
    kinds: '^(postgres|pglite|pgbouncer)',
  },
]);
