import { createHmac, timingSafeEqual } from 'node:crypto'
import { EmailKind } from '@parley/contract/notifications/notifications'
import type { Secrets } from '../../../secrets.ts'

/** The kind of notification that a link turns off, and for whom. */
export type Unsubscription = { agent_id: number; kind: EmailKind }

/** `/unsubscribe/<agent>-<kind>-<signature>`: anyone who has the email can turn off this kind of email, and nothing else. Never expires. */
export const unsubscribePath = (secrets: Secrets, unsubscription: Unsubscription): string =>
  `/unsubscribe/${unsubscription.agent_id}-${unsubscription.kind}-${sign(secrets, unsubscription)}`

/** Parses the token of such a path; null when the signature is invalid. */
export function parseUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | null {
  const [, id, name, signature = ''] = /^(\d{1,15})-([a-z_]{1,30})-([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  const kind = EmailKind.safeParse(name)
  if (!kind.success) return null
  const unsubscription = { agent_id: Number(id), kind: kind.data }
  const isValid = secrets.each.some((one) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(sign(one, unsubscription))),
  )
  return isValid ? unsubscription : null
}

const sign = (secrets: Secrets, { agent_id, kind }: Unsubscription) =>
  createHmac('sha256', secrets.derive('unsubscribe')).update(`${agent_id}.${kind}`).digest('base64url')
