// With --check: both reports of the built declarations, which one process reads once.
await import('./report-api.mjs');
await import('./report-errors.mjs');
