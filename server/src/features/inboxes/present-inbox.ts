import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { listChangedPasswords, maskConfig } from './inbox-config.ts'
import type { InboxRow } from './inbox-rows.ts'
import { presentOAuth } from './oauth/stored-oauth.ts'
import { type SendingState, sendingErrorOf, sendingStatusOf } from './sending-state.ts'

/** An inbox as sent to clients. Without `with_config`, agents do not see mail hosts and user names (quirk Q13). */
export const presentInbox = (
  row: InboxRow,
  { with_config, state }: { with_config: boolean; state: SendingState | undefined },
): Inbox => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
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
  sync_since: row.sync_since?.toISOString() ?? null,
  plus_addressing_proved_at: row.plus_addressing_proved_at?.toISOString() ?? null,
  plus_addressing_tested_at: row.plus_addressing_tested_at?.toISOString() ?? null,
  sending: sendingStatusOf(row, state),
  sending_error: with_config ? sendingErrorOf(row, state) : null,
  sending_failing_since: with_config ? (state?.failing_since?.toISOString() ?? null) : null,
  oauth: with_config ? presentOAuth(row.oauth) : null,
  config: with_config ? maskConfig(row.config) : { imap: [], smtp: [] },
})

/**
 * Old and new values of all changed fields, passwords masked (docs/spec/product-decisions.md#administration-is-logged). `before` is null for a new
 * inbox.
 */
export function inboxChanges(before: InboxRow | null, after: InboxRow): Record<string, [unknown, unknown]> {
  const [previousFields, fields] = [before && auditedFields(before), auditedFields(after)]
  const changes: Record<string, [unknown, unknown]> = {}
  for (const [field, value] of Object.entries(fields)) {
    const previous = previousFields ? previousFields[field as keyof typeof fields] : null // Object.entries loses the key type
    if (JSON.stringify(previous) !== JSON.stringify(value)) changes[field] = [previous, value]
  }
  for (const path of before ? listChangedPasswords(before.config, after.config) : [])
    changes[path] = ['(hidden)', '(hidden, another)']
  return changes
}

function auditedFields(row: InboxRow) {
  const {
    id: _id,
    created_at: _created,
    updated_at: _updated,
    receiving_address: _receiving,
    proposed_authserv_id: _proposed,
    sending: _sending,
    sending_error: _error,
    sending_failing_since: _failing,
    ...fields
  } = presentInbox(row, { with_config: true, state: undefined })
  return { ...fields, deleted_at: row.deleted_at?.toISOString() ?? null }
}
