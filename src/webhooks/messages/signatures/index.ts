/** Only what checks signatures, for receivers that need nothing else. `dtospec/webhook` has it, too. */
export { verifySignature, verifyStandardWebhook } from './verify.js';
export type { ReceivedHeaders, SignatureHeader, VerifyStandardOptions } from './verify.js';
