export { ClientError, unwrap } from './client-error.js';
export type { Client, Received, RegisteredTypes, Result, ResultHeaders } from './client-types.js';
export { createClient } from './create-client.js';
export type { ClientOptions } from './create-client.js';
export type { ReceivedEvent } from './read-response.js';
export type { ClientApi } from '../operations/contract/client-api.js';
