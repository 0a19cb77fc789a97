import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/transact.ts'
import { hashToken } from '../auth/session.ts'
import { lockAgent } from './lock.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters and digits with the full randomness of each: bytes past the last whole alphabet are drawn again. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < letters.length * 4 && text.length < length) text += letters[byte % letters.length]
  return text
}

/** A new key takes the place of the one before. The secret is answered here and kept as a hash only. */
export async function createApiKey(tx: Tx, id: number): Promise<{ api_key: string; api_secret: string }> {
  const before = await lockAgent(tx, id)
  const [api_key, api_secret] = [randomText(32), randomText(64)]
  await tx.db
    .updateTable('agents')
    .set({
      api_key,
      api_secret_hash: hashToken(api_secret),
      api_key_last_used_at: null,
      updated_at: tx.now,
    })
    .where('id', '=', id)
    .execute()
  await tx.record({
    type: 'agent.api_key_created',
    object: { type: 'agent', id },
    changes: { api_key: [before.api_key, api_key] },
  })
  return { api_key, api_secret }
}

export async function deleteApiKey(tx: Tx, id: number): Promise<void> {
  const before = await lockAgent(tx, id)
  if (before.api_key === null) return
  await tx.db
    .updateTable('agents')
    .set({ api_key: null, api_secret_hash: null, api_key_last_used_at: null, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  await tx.record({
    type: 'agent.api_key_deleted',
    object: { type: 'agent', id },
    changes: { api_key: [before.api_key, null] },
  })
}
