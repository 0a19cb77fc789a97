import type { TokenKey } from '@parley/mail/conversation-token'
import type { Secrets } from '../../secrets.ts'

/**
 * Keys that sign conversation tokens in reply addresses and Message-IDs. `key_id` 0 is the only key until keys
 * rotate.
 */
export const deriveTokenKeys = (secrets: Secrets): [TokenKey, ...TokenKey[]] => [
  { key_id: 0, secret: secrets.derive('reply token') },
]
