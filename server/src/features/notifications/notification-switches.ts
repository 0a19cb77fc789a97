import {
  type EmailKind,
  emailKinds,
  NotificationSwitches,
} from '@parley/contract/notifications/notifications'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockSettings } from '../settings/lock-settings.ts'

const prefix = 'notification.kind.'
const keyOf = (kind: EmailKind) => `${prefix}${kind}`

/** Which kinds are enabled for the workspace; enabled by default. */
export async function readSwitches(db: Db): Promise<NotificationSwitches> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', emailKinds.map(keyOf))
    .execute()
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key.slice(prefix.length), value]))
  return NotificationSwitches.parse({
    ...Object.fromEntries(emailKinds.map((kind) => [kind, true])),
    ...stored,
  })
}

export async function writeSwitches(
  tx: Tx,
  changes: Partial<NotificationSwitches>,
): Promise<NotificationSwitches> {
  await lockSettings(tx)
  const before = await readSwitches(tx.db)
  const after = { ...before, ...changes }
  const changed = emailKinds.filter((kind) => before[kind] !== after[kind])
  if (changed.length === 0) return before
  for (const kind of changed)
    await tx.db
      .insertInto('settings')
      .values({ key: keyOf(kind), value: json(after[kind]), updated_at: tx.now })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: json(after[kind]), updated_at: tx.now }),
      )
      .execute()
  await tx.record({
    type: 'settings.changed',
    object: { type: 'settings', id: null },
    changes: Object.fromEntries(changed.map((kind) => [keyOf(kind), [before[kind], after[kind]]])),
  })
  return after
}
