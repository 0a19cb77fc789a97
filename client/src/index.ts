import { type Call, type CallOptions, createOperation, type Input } from './call.ts'
import { type Connection, type Credentials, createConnection } from './connection.ts'
import { type EventOptions, streamEvents } from './event-stream.ts'
import { type Operations, operations, type ServerEvent } from './generated/operations.ts'

export { ParleyRefusal, ParleyUnreachable } from './errors.ts'
export type * from './generated/operations.ts'
export { versionOf } from './object-versions.ts'
export { each, eachPage } from './pagination.ts'
export type { Call, CallOptions, Connection, Credentials, EventOptions, Input }

/** Every operation of the API as a function of its own name, and the live events. */
export type Parley = { readonly [Name in keyof Operations]: Call<Operations[Name]> } & {
  /**
   * Everything that changes and that the key may see, from now on or from a cursor. It connects again by itself and catches up; it ends with
   * the signal, and throws when the key is refused.
   */
  events(options?: EventOptions): AsyncGenerator<ServerEvent, void, void>
}

/** A client for one workspace: `createParley({ url: 'https://desk.example.com', key, secret })`. In a page of Parley itself, leave the key out. */
export function createParley(credentials: Credentials): Parley {
  const connection = createConnection(credentials)
  const calls = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, createOperation(operation, connection)]),
  )
  return Object.freeze({
    ...calls,
    events: (options: EventOptions = {}) => streamEvents(connection, options),
  }) as Parley // made from the very table that the type is of
}
