import { getClientAddress, parseReceived } from 'mailauth/lib/parse-received.js'

/**
 * Who handed the mail to us: the peer, or where that is a trusted relay, the client that its Received header names, and so on through
 * several relays. Null when a trusted relay does not say. `received` are the header lines, newest first.
 */
export function findOriginatingPeer(
  peer: { address: string; helo: string },
  received: readonly Buffer[],
  isTrusted: (address: string) => boolean,
): { address: string; helo: string } | null {
  let at = peer
  for (const line of received) {
    if (!isTrusted(at.address)) return at
    const { from } = parseReceived(line)
    const address = getClientAddress(from)
    if (!from || !address) return null
    at = { address, helo: from.value }
  }
  return isTrusted(at.address) ? null : at
}
