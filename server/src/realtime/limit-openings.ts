import type { Socket } from 'node:net'

/** Half of the pool's connections. */
const atOnce = 6

export type Openings = {
  /** Resolves when it is this connection's turn, which may come again: with false if its client is gone by then. */
  enter(connection: Socket): Promise<boolean>
  /** It needs no more queries for now. A closed connection leaves by itself. */
  leave(connection: Socket): void
}

/**
 * Opens a few WebSockets at a time, in order. Each takes several queries, and thousands of browsers reconnect within a second when their
 * node or the network was lost. All at once they would occupy the pool: checks of this node's health would be answered too late, and a
 * load balancer that closes its sockets then would move the crowd to the next node.
 */
export function limitOpenings(limit = atOnce): Openings {
  const waiting: { connection: Socket; admit: (isThere: boolean) => void }[] = []
  const opening = new Set<Socket>()
  const watched = new WeakSet<Socket>()
  const admitNext = () => {
    while (opening.size < limit) {
      const next = waiting.shift()
      if (!next) return
      const isThere = !next.connection.destroyed
      if (isThere) opening.add(next.connection)
      next.admit(isThere)
    }
  }
  const leave = (connection: Socket) => {
    if (opening.delete(connection)) admitNext()
  }
  return {
    enter: (connection) =>
      new Promise((admit) => {
        if (!watched.has(connection)) connection.once('close', () => leave(connection))
        watched.add(connection)
        waiting.push({ connection, admit })
        admitNext()
      }),
    leave,
  }
}
