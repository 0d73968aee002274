import { testDiagnostics } from './law.js';

const classes = Number(process.env.DTOSPEC_CLASSES ?? 300);
const seed = Number(process.env.DTOSPEC_FIRST ?? process.env.DTOSPEC_SEED ?? 1);

testDiagnostics({ count: 20, sets: 6, classes, seed });
