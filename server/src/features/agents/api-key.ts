import { randomBytes } from 'node:crypto'
import type { ApiKeyScope } from '@parley/contract/agents/agents'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { hashToken } from '../../identity/sessions/session.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { notifyOfSecurityChange } from '../../system-mail/security-notices.ts'
import { assertAccountAuthority } from './account-authority.ts'
import type { AgentRow } from './agents.ts'
import { lockAgent } from './lock-agent.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Uniformly random letters and digits: bytes past the last whole alphabet are discarded. */
export function randomAlphanumeric(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < alphabet.length * 4 && text.length < length) text += alphabet[byte % alphabet.length]
  return text
}

/** Replaces any previous key. The secret is returned only here and stored as a hash. */
export async function createApiKey(
  tx: Tx,
  id: number,
  { read_only, inbox_ids }: ApiKeyScope = { read_only: false, inbox_ids: null },
): Promise<{ api_key: string; api_secret: string }> {
  const before = await lockAgent(tx, id)
  await assertAccountAuthority(tx, id)
  if (inbox_ids) await assertInboxesExist(tx, inbox_ids)
  const [api_key, api_secret] = [randomAlphanumeric(32), randomAlphanumeric(64)]
  await tx.db
    .updateTable('agents')
    .set({
      api_key,
      api_secret_hash: hashToken(api_secret),
      api_key_last_used_at: null,
      api_key_read_only: read_only,
      api_key_inbox_ids: inbox_ids,
      updated_at: tx.now,
    })
    .where('id', '=', id)
    .execute()
  await tx.record({
    type: 'agent.api_key_created',
    object: { type: 'agent', id },
    changes: {
      api_key: [before.api_key, api_key],
      ...changedFields(scopeOf(before), { api_key_read_only: read_only, api_key_inbox_ids: inbox_ids }),
    },
  })
  await notifyOfSecurityChange(tx, id, { kind: 'api_key_created' })
  return { api_key, api_secret }
}

export async function deleteApiKey(tx: Tx, id: number): Promise<void> {
  const before = await lockAgent(tx, id)
  if (before.api_key === null) return
  await tx.db
    .updateTable('agents')
    .set({ ...clearedApiKey, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  await tx.record({
    type: 'agent.api_key_deleted',
    object: { type: 'agent', id },
    changes: { api_key: [before.api_key, null] },
  })
}

export const clearedApiKey = {
  api_key: null,
  api_secret_hash: null,
  api_key_last_used_at: null,
  api_key_read_only: false,
  api_key_inbox_ids: null,
}

const scopeOf = ({ api_key_read_only, api_key_inbox_ids }: AgentRow) => ({
  api_key_read_only,
  api_key_inbox_ids,
})

async function assertInboxesExist(tx: Tx, inbox_ids: readonly number[]): Promise<void> {
  const existing = await tx.db
    .selectFrom('inboxes')
    .select('id')
    .where('id', 'in', [...inbox_ids])
    .execute()
  const missing = inbox_ids.find((id) => !existing.some((inbox) => inbox.id === id))
  if (missing) throw invalid('inbox_ids', `There is no inbox ${missing}. Choose the inboxes again`)
}
