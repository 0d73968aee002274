declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';

  /** Returns the socket that connects, though undici's own types do not say so. */
  export type Connector = (...given: Parameters<buildConnector.connector>) => Socket;
  export default function build(options: buildConnector.BuildOptions): Connector;
}
