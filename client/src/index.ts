import { type Call, type CallOptions, createOperation, type Input } from './call.ts'
import { type Connection, type Credentials, createConnection } from './connection.ts'
import { type EventOptions, streamEvents } from './event-stream.ts'
import { type Operations, operations, type ServerEvent } from './generated/operations.ts'

export { ParleyRefusal, ParleyUnreachable } from './errors.ts'
export type * from './generated/operations.ts'
export { versionOf } from './object-versions.ts'
export { each, eachPage } from './pagination.ts'
export type { Call, CallOptions, Connection, Credentials, EventOptions, Input }

/** Every API operation as a function of its name, plus the live events. */
export type Parley = { readonly [Name in keyof Operations]: Call<Operations[Name]> } & {
  /**
   * All changes that the key can see, from now on or from a cursor. It reconnects and catches up automatically. It ends when the signal
   * aborts, and throws when the key is rejected.
   */
  events(options?: EventOptions): AsyncGenerator<ServerEvent, void, void>
}

/** Creates a client for one workspace: `createParley({ url: 'https://desk.example.com', key, secret })`. In a page of Parley itself, omit the key. */
export function createParley(credentials: Credentials): Parley {
  const connection = createConnection(credentials)
  const calls = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, createOperation(operation, connection)]),
  )
  return Object.freeze({
    ...calls,
    events: (options: EventOptions = {}) => streamEvents(connection, options),
  }) as Parley // built from the table that the type is derived from
}
