import type { TokenKey } from '@parley/mail/token'
import type { Secrets } from '../../secrets.ts'

/** What signs conversation tokens in reply addresses and Message-IDs. `key_id` 0 is the only key until keys rotate. */
export const tokenKeys = (secrets: Secrets): [TokenKey, ...TokenKey[]] => [
  { key_id: 0, secret: secrets.derive('reply token') },
]
