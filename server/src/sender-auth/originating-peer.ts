import { getClientAddress, parseReceived } from 'mailauth/lib/parse-received.js'

/**
 * The originating peer: the connecting peer or, if that is a trusted relay, the client named in its Received header,
 * and so on through several relays. Null if a trusted relay does not name it. `received` are the header lines, newest
 * first.
 */
export function findOriginatingPeer(
  peer: { address: string; helo: string },
  received: readonly Buffer[],
  isTrusted: (address: string) => boolean,
): { address: string; helo: string } | null {
  let current = peer
  for (const line of received) {
    if (!isTrusted(current.address)) return current
    const { from } = parseReceived(line)
    const address = getClientAddress(from)
    if (!from || !address) return null
    current = { address, helo: from.value }
  }
  return isTrusted(current.address) ? null : current
}
