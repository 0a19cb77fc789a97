import type { SMTPServerSession } from 'smtp-server'

const limits = {
  per_peer: 50,
  /** After this time, a connection ends before its next email, so that others get its slot. */
  lifetime_ms: 15 * 60_000,
  /** Then it is broken off, even while an email is being sent slowly: nothing of that is stored. */
  overtime_ms: 10 * 60_000,
}

/** When a connection is broken off at the latest, in ms. */
export const maxConnectionMs = limits.lifetime_ms + limits.overtime_ms

/** How many connections a sender may have, and for how long. `now` is monotonic, in ms. */
export function limitConnections(now: () => number) {
  const peers = new Map<string, number>()
  const openedAt = new Map<string, number>()
  return {
    /** False if this address has too many. */
    open({ id, remoteAddress }: SMTPServerSession): boolean {
      const connections = peers.get(remoteAddress) ?? 0
      if (connections >= limits.per_peer) return false
      peers.set(remoteAddress, connections + 1)
      openedAt.set(id, now())
      return true
    },
    /** Between emails, a sender knows what has been accepted: ending a connection at another moment could make it send an email twice. */
    mayStartMail: ({ id }: SMTPServerSession): boolean =>
      now() - (openedAt.get(id) ?? 0) < limits.lifetime_ms,
    close({ id, remoteAddress }: SMTPServerSession): void {
      // Also called for connections that were refused, or that ended before they were opened: they don't count.
      if (!openedAt.delete(id)) return
      const connections = (peers.get(remoteAddress) ?? 1) - 1
      if (connections > 0) peers.set(remoteAddress, connections)
      else peers.delete(remoteAddress)
    },
  }
}
