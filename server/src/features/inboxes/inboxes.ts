import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'
import { maskConfig } from './inbox-config.ts'
import { presentOAuth } from './oauth/stored-oauth.ts'
import { type SendingState, sendingErrorOf, sendingStatusOf } from './sending-state.ts'

export type InboxRow = Selectable<DB['inboxes']>

/** Passwords are masked in its fields: see `changedPasswords` in write-inbox.ts. */
export const inboxEntity = new Entity({
  table: 'inboxes',
  type: 'inbox',
  name: 'Inbox',
  fields: (row) => {
    const {
      id,
      created_at,
      updated_at,
      receiving_address,
      proposed_authserv_id,
      sending,
      sending_error,
      sending_failing_since,
      ...fields
    } = presentInbox(row, { with_config: true, state: undefined })
    return { ...fields, deleted_at: row.deleted_at }
  },
  json_columns: ['config'],
  exists: sql`deleted_at is null`,
})

/** All inboxes by name. Their settings are shown only to people who may manage them (quirk Q13). */
export const listInboxes = (db: Db): Promise<InboxRow[]> =>
  db.selectFrom('inboxes').selectAll().where('deleted_at', 'is', null).orderBy('name').orderBy('id').execute()

/** An inbox as sent to clients. Without `with_config`, agents do not see mail hosts and user names (quirk Q13). */
export const presentInbox = (
  row: InboxRow,
  { with_config, state }: { with_config: boolean; state: SendingState | undefined },
): Inbox => ({
  id: row.id,
  ...presentTimes(row),
  name: row.name,
  channel: 'email',
  enabled: row.enabled,
  csat_enabled: row.csat_enabled,
  from: row.from,
  aliases: row.aliases,
  receiving_address: row.receiving_address,
  proposed_authserv_id: with_config ? row.proposed_authserv_id : null,
  receiver_enabled: row.receiver_enabled,
  quote_history: row.quote_history,
  signature: row.signature,
  template_id: row.template_id,
  brand_name: row.brand_name,
  brand_logo_url: row.brand_logo_url,
  brand_color: row.brand_color,
  brand_footer: row.brand_footer,
  sync_since: row.sync_since?.toISOString() ?? null,
  plus_addressing_proved_at: row.plus_addressing_proved_at?.toISOString() ?? null,
  plus_addressing_tested_at: row.plus_addressing_tested_at?.toISOString() ?? null,
  sending: sendingStatusOf(row, state),
  sending_error: with_config ? sendingErrorOf(row, state) : null,
  sending_failing_since: with_config ? (state?.failing_since?.toISOString() ?? null) : null,
  oauth: with_config ? presentOAuth(row.oauth) : null,
  config: with_config ? maskConfig(row.config) : { imap: [], smtp: [] },
})
