import fc from 'fast-check';

// The same values on every run, so that a red one can be repeated. DTOSPEC_SEED=random looks further.
const { DTOSPEC_SEED = '20261121' } = process.env;
if (DTOSPEC_SEED === 'random') process.env.DTOSPEC_SEED = String(Math.floor(Math.random() * 2 ** 31));
fc.configureGlobal({ seed: Number(process.env.DTOSPEC_SEED ?? DTOSPEC_SEED) });
