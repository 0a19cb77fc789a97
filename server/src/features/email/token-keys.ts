import type { TokenKey } from '@parley/mail/conversation-token'
import type { Secrets } from '../../secrets.ts'

type SideThreadKey = TokenKey & { target: 'side_thread' }

/** Keys that sign the tokens of conversations and of side threads in reply addresses and Message-IDs. */
export const deriveTokenKeys = (secrets: Secrets): [TokenKey & { target?: never }, SideThreadKey] => [
  { key_id: 0, secret: secrets.derive('reply token') },
  { key_id: 1, secret: secrets.derive('side thread token'), target: 'side_thread' },
]

/** Those whose tokens are accepted: also of keys from before a rotation, because old emails still get replies. */
export const deriveAcceptedTokenKeys = (secrets: Secrets): TokenKey[] => secrets.each.flatMap(deriveTokenKeys)
