import { type Call, type CallOptions, callOf, type Input } from './call.ts'
import { type EventOptions, listen } from './events.ts'
import { type Operations, operations, type ServerEvent } from './generated/operations.ts'
import { type Connection, type Credentials, connectionTo } from './transport.ts'

export type * from './generated/operations.ts'
export { each, eachPage } from './pages.ts'
export { ParleyRefusal, ParleyUnreachable } from './refusal.ts'
export { versionOf } from './versions.ts'
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
  const connection = connectionTo(credentials)
  const calls = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, callOf(operation, connection)]),
  )
  return Object.freeze({
    ...calls,
    events: (options: EventOptions = {}) => listen(connection, options),
  }) as Parley // made from the very table that the type is of
}
