import { isDeepStrictEqual } from 'node:util'
import type { InboxChanges, InboxWrite } from '@parley/contract/inboxes/inbox-writes'
import type { UpdateObject } from 'kysely'
import type { z } from 'zod'
import { json } from '../../db/json.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Secrets } from '../../secrets.ts'
import type { Changes } from '../../spine/changed-fields.ts'
import { releaseInboxLogo } from '../media/brand-picture.ts'
import { retryRepliesNow } from '../messages/retry-replies.ts'
import { assertAddressesFree, normaliseAliases, validateFrom, validateSignature } from './inbox-addresses.ts'
import { pickBrand, validateBrand } from './inbox-brand.ts'
import { encryptConfig, listChangedPasswords, mergeConfig, readStoredConfig } from './inbox-config.ts'
import { type InboxRow, inboxEntity } from './inboxes.ts'
import { presentOAuth } from './oauth/stored-oauth.ts'
import { formatReceivingAddress } from './receiving-address.ts'
import { queueSendingCheck, resetSendingState } from './sending-state.ts'

/** Creates an enabled inbox. Everything is validated before anything is written (quirk Q4). */
export async function createInbox(
  tx: Tx,
  { secrets, mail_host }: { secrets: Secrets; mail_host: string | null },
  input: z.output<typeof InboxWrite>,
): Promise<InboxRow> {
  const { address } = await validateFrom(input.from)
  const aliases = normaliseAliases(input.aliases ?? [], address)
  await assertAddressesFree(tx, { id: null, address, aliases })
  await validateBrand(tx, null, input)
  const inbox = await inboxEntity.create(tx, {
    name: input.name,
    from: input.from,
    address,
    aliases,
    csat_enabled: input.csat_enabled,
    ...(input.receiver_enabled !== undefined && { receiver_enabled: input.receiver_enabled }),
    ...(input.quote_history !== undefined && { quote_history: input.quote_history }),
    ...(input.signature !== undefined && { signature: await validateSignature(input.signature) }),
    ...pickBrand(input),
    sync_since: input.sync_since ? new Date(input.sync_since) : null,
    config: encryptConfig(secrets, input.config, {}),
  })
  await queueSendingCheck(tx, inbox.id)
  return tx.db
    .updateTable('inboxes')
    .set({ receiving_address: formatReceivingAddress(inbox.receiving_token, mail_host) })
    .where('id', '=', inbox.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateInbox(
  tx: Tx,
  secrets: Secrets,
  id: number,
  input: z.output<typeof InboxChanges>,
): Promise<InboxRow> {
  const before = await inboxEntity.lock(tx, id)
  const merged = { ...before, ...input }
  const { address } = await validateFrom(merged.from)
  const aliases = normaliseAliases(merged.aliases, address)
  await assertAddressesFree(tx, { id, address, aliases })
  await validateBrand(tx, before, input)
  return changeInbox(tx, before, 'changed', {
    name: merged.name,
    from: merged.from,
    address,
    aliases,
    enabled: merged.enabled,
    csat_enabled: merged.csat_enabled,
    receiver_enabled: merged.receiver_enabled,
    quote_history: merged.quote_history,
    signature: input.signature === undefined ? before.signature : await validateSignature(input.signature),
    ...pickBrand(input),
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
  const before = await inboxEntity.lock(tx, id)
  return changeInbox(tx, before, 'toggled', { enabled: !before.enabled })
}

/** Deletes an inbox permanently with its credentials. Its conversations stay, and its address becomes free. */
export async function deleteInbox(tx: Tx, id: number): Promise<void> {
  const before = await inboxEntity.lock(tx, id)
  await changeInbox(tx, before, 'deleted', {
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

/** Recorded even if nothing changes: saving also retries replies that could not be sent. */
export async function changeInbox(
  tx: Tx,
  before: InboxRow,
  verb: string,
  columns: UpdateObject<DB, 'inboxes'>,
): Promise<InboxRow> {
  const after = await tx.db
    .updateTable('inboxes')
    .set({ ...columns, updated_at: tx.now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const changes = { ...(await inboxEntity.changes(tx.db, before, after)), ...changedPasswords(before, after) }
  await inboxEntity.record(tx, verb, before.id, { changes })
  if (!isDeepStrictEqual(sendingSettings(before), sendingSettings(after)))
    await resetSendingState(tx, after.id)
  if (before.brand_logo_url !== '' && (after.deleted_at || after.brand_logo_url !== before.brand_logo_url))
    await releaseInboxLogo(tx, before.brand_logo_url)
  if (after.enabled) await retryRepliesNow(tx, after.id)
  return after
}

/** That passwords changed, not what they are (docs/spec/product-decisions.md#administration-is-logged). */
const changedPasswords = (before: InboxRow, after: InboxRow): Changes =>
  Object.fromEntries(
    listChangedPasswords(before.config, after.config).map((path) => [
      path,
      ['(hidden)', '(hidden, another)'],
    ]),
  )
