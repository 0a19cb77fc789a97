import { setTimeout as wait } from 'node:timers/promises'
import type { SMTPServer } from 'smtp-server'

const checkIntervalMs = 25

/**
 * Ends each connection between two emails, where a sender knows what has been accepted, and after `limit_ms` all that are left:
 * their senders try again. smtp-server's own close() waits for idle connections, and not at all for those behind a proxy, because
 * it never listened for them.
 */
export async function endConnections({ connections }: SMTPServer, limit_ms: number): Promise<void> {
  const end = performance.now() + limit_ms
  for (; connections.size > 0; await wait(checkIntervalMs)) {
    const isTimeUp = performance.now() >= end
    // A 421 also closes the connection.
    for (const connection of connections)
      if (isTimeUp || !connection.session.envelope.mailFrom) connection.send(421, stoppingMessage)
  }
}

export const stoppingMessage = '4.3.2 This server is stopping. Try again later'
