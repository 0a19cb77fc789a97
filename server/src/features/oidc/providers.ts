import type { OidcChanges, OidcProvider, OidcUpdate } from '@parley/contract/auth/oidc'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid, notFound } from '../../http/errors.ts'
import type { Secrets } from '../../secrets.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { assertAdminRemains } from '../agents/last-admin-guard.ts'
import { assertSignInAuthority } from '../auth/sign-in-authority.ts'
import { notifyAdministrators } from '../system-mail/security-change.ts'
import { consumeReservation } from './reserve-provider-id.ts'

export type ProviderRow = Selectable<DB['oidc_providers']>
type Values = z.output<typeof OidcUpdate>
type NewValues = Values & { id?: number | undefined }
type Changes = z.output<typeof OidcChanges>

/** Most recently changed first. */
export const listProviders = (db: Db): Promise<ProviderRow[]> =>
  db.selectFrom('oidc_providers').selectAll().orderBy('updated_at', 'desc').orderBy('id').execute()

/** The providers on the sign-in page, in the order they were added. */
export const listEnabledProviders = (db: Db): Promise<ProviderRow[]> =>
  db.selectFrom('oidc_providers').selectAll().where('enabled', '=', true).orderBy('id').execute()

export async function getProvider(db: Db, id: number): Promise<ProviderRow> {
  const row = await db.selectFrom('oidc_providers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Sign-in provider')
  return row
}

/** Expects the secret already encrypted: see `sealClientSecret`. */
export async function createProvider(tx: Tx, { id, ...values }: NewValues): Promise<ProviderRow> {
  assertSignInAuthority(tx.actor, tx.now)
  if (id !== undefined) await consumeReservation(tx, id)
  const row = await tx.db
    .insertInto('oidc_providers')
    .values({ ...values, ...(id !== undefined && { id }), created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({
    type: 'oidc_provider.created',
    object: { type: 'oidc_provider', id: row.id },
    changes: changedFields(null, fieldsOf(row)),
  })
  await notifyAdministrators(tx, { kind: 'oidc_added', name: row.name })
  return row
}

/** The stored values merged with the changes, with the secret encrypted. */
export function mergeChanges(secrets: Secrets, before: ProviderRow, changes: Changes): Values {
  const fields = { ...fieldsOf(before), client_secret: '', ...changes }
  const provider = fields.provider === 'Google' ? 'Google' : 'Custom'
  return { ...fields, provider, client_secret: sealClientSecret(secrets, fields, before) }
}

export async function updateProvider(
  tx: Tx,
  secrets: Secrets,
  id: number,
  changesSent: Changes,
): Promise<ProviderRow> {
  const before = await lockProvider(tx, id)
  const values = mergeChanges(secrets, before, changesSent)
  const changes = diffProvider(before, values)
  if (Object.keys(changes).length === 0) return before
  assertSignInAuthority(tx.actor, tx.now)
  const after = await tx.db
    .updateTable('oidc_providers')
    .set({
      ...values,
      updated_at: tx.now,
      // A new address must be on the allow-list, regardless of the old one.
      ...(before.provider_url !== values.provider_url && { private_allowed: false }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (before.enabled && !after.enabled) await assertAdminRemains(tx)
  await tx.record({ type: 'oidc_provider.changed', object: { type: 'oidc_provider', id }, changes })
  await notifyAdministrators(tx, { kind: 'oidc_changed', name: after.name })
  return after
}

/** What saving these values would change; empty if nothing. */
export const diffProvider = (before: ProviderRow, values: Values): Record<string, [unknown, unknown]> => ({
  ...changedFields(fieldsOf(before), fieldsOf({ ...before, ...values })),
  ...(before.client_secret !== values.client_secret && { client_secret: [secretMask, secretMask] }),
})

export async function deleteProvider(tx: Tx, id: number): Promise<void> {
  const before = await lockProvider(tx, id)
  assertSignInAuthority(tx.actor, tx.now)
  await tx.db.deleteFrom('oidc_providers').where('id', '=', id).execute()
  await assertAdminRemains(tx)
  await tx.record({
    type: 'oidc_provider.deleted',
    object: { type: 'oidc_provider', id },
    changes: changedFields(fieldsOf(before), null),
  })
  await notifyAdministrators(tx, { kind: 'oidc_removed', name: before.name })
}

export async function lockProvider(tx: Tx, id: number): Promise<ProviderRow> {
  const row = await tx.db
    .selectFrom('oidc_providers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Sign-in provider')
  return row
}

/**
 * The encrypted secret to store. "" and the mask keep the stored one, but only for the same provider: an editor must not be able to
 * redirect it to their own server.
 */
export function sealClientSecret(
  secrets: Secrets,
  input: { client_secret: string; provider_url: string },
  before: ProviderRow | null,
): string {
  if (input.client_secret !== '' && input.client_secret !== secretMask)
    return secrets.seal(input.client_secret)
  if (!before?.client_secret) return ''
  if (new URL(before.provider_url).origin !== new URL(input.provider_url).origin)
    throw invalid(
      'client_secret',
      `Enter the client secret again. The stored one belongs to ${before.provider_url}`,
    )
  return before.client_secret
}

/** As administrators see it: a mask of ten bullets, whether or not a secret is stored. */
export const presentProvider = (row: ProviderRow, root_url: string): OidcProvider => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ...fieldsOf(row),
  provider: row.provider === 'Google' ? 'Google' : 'Custom',
  client_secret: secretMask,
  redirect_uri: redirectUri(row, root_url),
  logo_url: row.provider === 'Google' ? '/images/google-logo.png' : '',
  needs_allowing: row.private_allowed === true,
})

export const redirectUri = ({ id }: { id: number }, root_url: string): string =>
  `${root_url}/api/v1/oidc/${id}/finish`

/** The fields that administrators set, except the secret. */
const fieldsOf = ({ name, provider, provider_url, client_id, enabled }: ProviderRow) => ({
  name,
  provider,
  provider_url,
  client_id,
  enabled,
})
