import { createHash } from 'node:crypto';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { serialize } from 'node:v8';
import { BoundedMap } from '../../../shared/bounded-map.js';
import { requireOptionNames } from '../../../shared/checks.js';

/** TLS settings of an endpoint, as in `tls.createSecureContext`. */
export interface EndpointTLS {
  /** Certificate chain of the client, as PEM. */
  readonly cert?: string | Uint8Array;
  /** Private key of `cert`, as PEM. */
  readonly key?: string | Uint8Array;
  /** Certificate chain and private key as PKCS #12, instead of `cert` and `key`. */
  readonly pfx?: Uint8Array;
  /** Passphrase of `key` or `pfx`. */
  readonly passphrase?: string;
  /** Certificate authorities for the receiver's certificate, as PEM. @default those of Node.js */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[];
}

/** TLS settings of an endpoint. Equal settings have the same id and may share connections. */
export interface ClientTLS {
  readonly id: string;
  readonly options: { readonly secureContext: SecureContext };
}

/** Cached contexts, since parsing a key takes as long as several sends. */
const contexts = new BoundedMap<string, SecureContext>(256);

const NAMES = ['ca', 'cert', 'key', 'passphrase', 'pfx'] as const satisfies (keyof EndpointTLS)[];

/** @throws ConfigError for an unknown setting, and Node's error with a code for an invalid one */
export function resolveTLS(given: EndpointTLS): ClientTLS {
  requireOptionNames('tls', given, NAMES);
  const options = Object.fromEntries(NAMES.map((name) => [name, given[name]])) as SecureContextOptions;
  const id = createHash('sha256').update(serialize(options)).digest('base64url');
  const secureContext = contexts.get(id) ?? createSecureContext(options);
  contexts.set(id, secureContext);
  return { id, options: { secureContext } };
}
