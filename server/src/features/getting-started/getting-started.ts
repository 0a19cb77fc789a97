import {
  type GettingStarted,
  type SkippableStep,
  skippableSteps,
} from '@parley/contract/settings/getting-started'
import { sql } from 'kysely'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { canSend, readMailServerSettings } from '../../system-mail/mail-server.ts'
import { listMailboxes } from '../email/imap/list-mailboxes.ts'
import { listSendingStates, sendingStatusOf } from '../inboxes/sending-state.ts'
import { defaults } from '../settings/settings.ts'

const dismissedKey = 'getting_started.dismissed'
const keptKey = 'getting_started.kept'

export async function getGettingStarted(db: Db): Promise<GettingStarted> {
  const [people, settings, mail] = await Promise.all([readPeople(db), readSettings(db), readMail(db)])
  const { kept } = settings
  return {
    ...people,
    ...mail,
    workspace_name: settings.has_name || kept.includes('workspace_name'),
    time_zone: settings.has_time_zone || kept.includes('time_zone'),
    logo: settings.has_logo || kept.includes('logo'),
    kept,
    dismissed: settings.dismissed,
  }
}

async function readPeople(db: Db) {
  const { rows } = await sql<Pick<GettingStarted, 'agents' | 'people' | 'conversation' | 'own_password'>>`
    with people as (select last_login_at, has_initial_password from agents
      where enabled and not is_system and deleted_at is null)
    select (select count(*) > 1 from people) as agents,
      (select count(*) > 1 from people where last_login_at is not null) as people,
      not exists (select from people where has_initial_password) as own_password,
      exists (select from conversations) as conversation`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table returns one row')
  return row
}

/** A name or time zone that differs from the default of the first start was chosen by someone. */
async function readSettings(db: Db) {
  const keys = ['app.site_name', 'app.timezone', 'app.logo_url', dismissedKey, keptKey]
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const name = stored.get('app.site_name') || defaults['app.site_name']
  const zone = stored.get('app.timezone') || defaults['app.timezone']
  const kept = stored.get(keptKey)
  return {
    has_name: name !== defaults['app.site_name'],
    has_time_zone: zone !== (Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'),
    has_logo: Boolean(stored.get('app.logo_url')),
    dismissed: stored.get(dismissedKey) === true,
    kept: skippableSteps.filter((step) => Array.isArray(kept) && kept.includes(step)),
  }
}

async function readMail(db: Db) {
  const [inboxes, states, mailboxes, system] = await Promise.all([
    db
      .selectFrom('inboxes')
      .select(['id', 'enabled', 'config', 'oauth'])
      .select(
        sql<boolean>`exists (select from mail_deliveries d where d.inbox_id = inboxes.id)`.as('has_mail'),
      )
      .where('deleted_at', 'is', null)
      .execute(),
    listSendingStates(db),
    listMailboxes(db),
    readMailServerSettings(db),
  ])
  const receives = ({ id, has_mail }: { id: number; has_mail: boolean }) => {
    const ownMailboxes = mailboxes.filter(({ inbox_id }) => inbox_id === id)
    return (
      ownMailboxes.some(({ synced_at, last_error }) => synced_at !== null && last_error === null) ||
      (has_mail && ownMailboxes.every(({ last_error }) => last_error === null))
    )
  }
  const workspace = states.get(null)
  return {
    inbox: inboxes.length > 0,
    can_receive: inboxes.some((inbox) => inbox.enabled && receives(inbox)),
    can_send: inboxes.some((inbox) => sendingStatusOf(inbox, states.get(inbox.id)) === 'working'),
    system_mail: canSend(system),
    can_invite: canSend(system) && workspace?.worked_at != null && workspace.error === null,
  }
}

/** Stored for the workspace, not per person: a completed setup applies to everyone. */
export const setDismissed = (tx: Tx, dismissed: boolean): Promise<void> =>
  writeSetting(tx, dismissedKey, dismissed, false)

export const setKept = (tx: Tx, steps: readonly SkippableStep[]): Promise<void> =>
  writeSetting(
    tx,
    keptKey,
    skippableSteps.filter((step) => steps.includes(step)),
    [],
  )

/** Writes and records a changed value. `fallback` is the value that applies while none is stored. */
async function writeSetting(tx: Tx, key: string, next: unknown, fallback: unknown): Promise<void> {
  const stored = await tx.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const before = stored ? stored.value : fallback
  if (JSON.stringify(before) === JSON.stringify(next)) return
  const value = json(next)
  await tx.db
    .insertInto('settings')
    .values({ key, value, updated_at: tx.now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: tx.now }))
    .execute()
  const changes = { [key]: [before, next] as [unknown, unknown] }
  await tx.record({ type: 'settings.changed', object: { type: 'settings', id: null }, changes })
}
