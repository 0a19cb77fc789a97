import { isDeepStrictEqual } from 'node:util'
import type { InboxChanges } from '@parley/contract/inboxes/inboxes'
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
  sent: z.output<typeof InboxChanges>,
): Promise<InboxRow> {
  const before = await lockInbox(tx, id)
  const input = { ...before, ...sent }
  const { address } = await validateFrom(input.from)
  const aliases = normaliseAliases(input.aliases, address)
  await assertAddressesFree(tx, { id, address, aliases })
  return changeInbox(tx, before, 'inbox.changed', {
    name: input.name,
    from: input.from,
    address,
    aliases,
    enabled: input.enabled,
    csat_enabled: input.csat_enabled,
    receiver_enabled: input.receiver_enabled,
    quote_history: input.quote_history,
    signature: sent.signature === undefined ? before.signature : await validateSignature(sent.signature),
    // Another mailbox has to show anew what it does with plus-addresses.
    ...(address !== before.address && {
      plus_addressing_proved_at: null,
      plus_addressing_tested_at: null,
      plus_addressing_probe: null,
    }),
    ...(sent.sync_since !== undefined && {
      sync_since: sent.sync_since === null ? null : new Date(sent.sync_since),
    }),
    ...(sent.config && { config: json(mergeConfig(secrets, sent.config, before.config)) }),
  })
}

/** Flips the switch; an inbox that is off neither fetches nor sends. */
export async function toggleInbox(tx: Tx, id: number): Promise<InboxRow> {
  const before = await lockInbox(tx, id)
  return changeInbox(tx, before, 'inbox.toggled', { enabled: !before.enabled })
}

/** Takes it away for good, with its sign-in data; its conversations stay and its address becomes free. */
export async function deleteInbox(tx: Tx, id: number): Promise<void> {
  const before = await lockInbox(tx, id)
  await changeInbox(tx, before, 'inbox.deleted', {
    deleted_at: tx.now,
    enabled: false,
    config: json({}),
    oauth: null,
  })
}

/** What decides whether replies go out. A token that was merely renewed is none of it. */
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
