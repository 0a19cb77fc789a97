import { isDeepStrictEqual } from 'node:util'
import type { InboxChanges } from '@parley/contract/inboxes/inbox-writes'
import type { UpdateObject } from 'kysely'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Secrets } from '../../secrets.ts'
import { retryRepliesNow } from '../email/sending/requeue-unsent.ts'
import { assertAddressesFree, normaliseAliases, validateFrom, validateSignature } from './inbox-addresses.ts'
import { mergeConfig, readStoredConfig } from './inbox-config.ts'
import { type InboxRow, lockInbox } from './inbox-rows.ts'
import { presentOAuth } from './oauth/stored-oauth.ts'
import { inboxChanges } from './present-inbox.ts'
import { resetSendingState } from './sending-state.ts'

export async function updateInbox(
  tx: Tx,
  secrets: Secrets,
  id: number,
  input: z.output<typeof InboxChanges>,
): Promise<InboxRow> {
  const before = await lockInbox(tx, id)
  const merged = { ...before, ...input }
  const { address } = await validateFrom(merged.from)
  const aliases = normaliseAliases(merged.aliases, address)
  await assertAddressesFree(tx, { id, address, aliases })
  return changeInbox(tx, before, 'inbox.changed', {
    name: merged.name,
    from: merged.from,
    address,
    aliases,
    enabled: merged.enabled,
    csat_enabled: merged.csat_enabled,
    receiver_enabled: merged.receiver_enabled,
    quote_history: merged.quote_history,
    signature: input.signature === undefined ? before.signature : await validateSignature(input.signature),
    // A different mailbox has to prove again that plus-addresses work.
    ...(address !== before.address && {
      plus_addressing_proved_at: null,
      plus_addressing_tested_at: null,
      plus_addressing_probe: null,
    }),
    ...(input.sync_since !== undefined && {
      sync_since: input.sync_since === null ? null : new Date(input.sync_since),
    }),
    ...(input.config && { config: json(mergeConfig(secrets, input.config, before.config)) }),
  })
}

/** Enables or disables an inbox. A disabled inbox neither fetches nor sends. */
export async function toggleInbox(tx: Tx, id: number): Promise<InboxRow> {
  const before = await lockInbox(tx, id)
  return changeInbox(tx, before, 'inbox.toggled', { enabled: !before.enabled })
}

/** Deletes an inbox permanently with its credentials. Its conversations stay, and its address becomes free. */
export async function deleteInbox(tx: Tx, id: number): Promise<void> {
  const before = await lockInbox(tx, id)
  await changeInbox(tx, before, 'inbox.deleted', {
    deleted_at: tx.now,
    enabled: false,
    config: json({}),
    oauth: null,
  })
}

/** The settings that decide whether replies can be sent. A renewed token is not among them. */
const sendingSettings = ({ enabled, config, oauth }: InboxRow) => {
  const { account, connected_at, error } = presentOAuth(oauth) ?? {}
  return { enabled, smtp: readStoredConfig(config).smtp, account, connected_at, error }
}

export async function changeInbox(
  tx: Tx,
  before: InboxRow,
  type: string,
  columns: UpdateObject<DB, 'inboxes'>,
): Promise<InboxRow> {
  const after = await tx.db
    .updateTable('inboxes')
    .set({ ...columns, updated_at: tx.now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({
    type,
    object: { type: 'inbox', id: before.id },
    changes: inboxChanges(before, after),
  })
  if (!isDeepStrictEqual(sendingSettings(before), sendingSettings(after)))
    await resetSendingState(tx, after.id)
  if (after.enabled) await retryRepliesNow(tx, after.id)
  return after
}
