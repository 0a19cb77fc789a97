import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/pool.ts'
import type { Act, Tx } from '../db/transaction.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { aliveInterval } from '../nodes/alive.ts'
import { readKey, type Secrets, sealedPattern, secretKeyPath } from '../secrets.ts'

/** Columns with sealed secrets, and the file that seals them. A test fails for a file that isn't listed. */
export const sealedColumns: readonly {
  table: string
  id: string
  column: string
  type: 'text' | 'jsonb'
  sealed_by: readonly string[]
}[] = [
  {
    table: 'inboxes',
    id: 'id',
    column: 'config',
    type: 'jsonb',
    sealed_by: ['features/inboxes/inbox-config.ts'],
  },
  {
    ...{ table: 'inboxes', id: 'id', column: 'oauth', type: 'jsonb' },
    sealed_by: ['features/inboxes/oauth/oauth-flow.ts', 'features/inboxes/oauth/access-token.ts'],
  },
  {
    ...{ table: 'settings', id: 'key', column: 'value', type: 'jsonb' },
    sealed_by: ['features/system-mail/mail-server-settings.ts'],
  },
  {
    ...{ table: 'oidc_providers', id: 'id', column: 'client_secret', type: 'text' },
    sealed_by: ['features/oidc/write-provider.ts'],
  },
  {
    ...{ table: 'ai_providers', id: 'id', column: 'api_key', type: 'text' },
    sealed_by: ['features/ai/providers/check-provider.ts', 'features/ai/providers/openai-key.ts'],
  },
  {
    ...{ table: 'webhooks', id: 'id', column: 'secret', type: 'text' },
    sealed_by: ['features/webhooks/check-webhook.ts'],
  },
  {
    ...{ table: 'push_keys', id: 'id', column: 'private_key', type: 'text' },
    sealed_by: ['features/notifications/push/push-keys.ts'],
  },
  {
    ...{ table: 'totp_factors', id: 'agent_id', column: 'secret', type: 'text' },
    sealed_by: ['features/account/second-factor.ts'],
  },
  {
    ...{ table: 'initial_passwords', id: 'agent_id', column: 'sealed_password', type: 'text' },
    sealed_by: ['first-start.ts'],
  },
]

/** `unreadable` counts secrets whose key isn't known. They stay as they are. */
export type Rotation = { resealed: number; unreadable: number }

/** Seals every stored secret under the first key. Each table is a transaction of its own, so it can be run again after an interruption. */
export async function rotateKey(
  { act, operator, db }: { act: Act; operator: Actor; db: Db },
  secrets: Secrets,
): Promise<Rotation> {
  await assertUsedByNodes(db, secrets)
  const rotation: Rotation = { resealed: 0, unreadable: 0 }
  for (const place of sealedColumns) await act(operator, (tx) => resealColumn(tx, secrets, place, rotation))
  if (rotation.resealed > 0)
    await act(operator, (tx) =>
      tx.record({ type: 'settings.key_rotated', object: { type: 'settings', id: null } }),
    )
  return rotation
}

async function resealColumn(
  { db }: Tx,
  secrets: Secrets,
  { table, id, column, type }: (typeof sealedColumns)[number],
  rotation: Rotation,
): Promise<void> {
  const [from, key, value] = [sql.table(table), sql.ref(id), sql.ref(column)]
  const { rows } = await sql<{ key: string; value: string }>`
    select ${key}::text as key, ${value}::text as value from ${from} where ${value}::text like '%v1.%' order by 1 for no key update`.execute(
    db,
  )
  for (const row of rows) {
    const resealed = row.value.replaceAll(sealedPattern, (sealed, key_id) => {
      if (key_id === secrets.key_id) return sealed
      if (!secrets.each.some((one) => one.key_id === key_id)) {
        rotation.unreadable += 1
        return sealed
      }
      rotation.resealed += 1
      return secrets.seal(secrets.open(sealed))
    })
    if (resealed !== row.value)
      await sql`update ${from} set ${value} = ${resealed}::${sql.raw(type)} where ${key}::text = ${row.key}`.execute(
        db,
      )
  }
}

/** A node that only knows the new key would go on to store secrets under the earlier one, which is then removed. */
async function assertUsedByNodes(db: Db, { key_id }: Secrets): Promise<void> {
  const { rows } = await sql<{ host: string; pid: number }>`
    select host, pid from nodes
    where seen_at > clock_timestamp() - ${sql.raw(aliveInterval)} and key_ids[1] is distinct from ${key_id}
    order by host, pid`.execute(db)
  if (rows.length > 0)
    throw new Error(
      `These processes don’t encrypt under the new key yet: ${rows.map(({ host, pid }) => `${host} (process ${pid})`).join(', ')}. Restart them with it in the first line`,
    )
}

/** Puts a new key in front of those in the data folder. Processes learn it when they start. */
export async function addKey(data_dir: string): Promise<void> {
  const path = secretKeyPath(data_dir)
  const keys = `${randomBytes(32).toString('base64')}\n${await readKey(data_dir)}\n`
  const draft = `${path}.new`
  await writeFile(draft, keys, { mode: 0o600, flush: true })
  await rename(draft, path)
  await syncFolder(data_dir)
}
