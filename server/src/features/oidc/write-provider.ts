import type { OidcChanges, OidcUpdate } from '@parley/contract/auth/oidc'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { assertSignInAuthority } from '../../identity/sign-in-authority.ts'
import type { Secrets } from '../../secrets.ts'
import { notifyAdministrators } from '../../system-mail/security-notices.ts'
import { assertAdminRemains } from '../agents/last-admin-guard.ts'
import { type ProviderRow, providerEntity } from './providers.ts'
import { consumeReservation } from './reserve-provider-id.ts'

type Values = z.output<typeof OidcUpdate>
type Changes = z.output<typeof OidcChanges>

/** Expects the secret already encrypted: see `sealClientSecret`. */
export async function createProvider(
  tx: Tx,
  { id, ...values }: Values & { id?: number | undefined },
): Promise<ProviderRow> {
  assertSignInAuthority(tx.actor, tx.now)
  if (id !== undefined) await consumeReservation(tx, id)
  const created = await providerEntity.create(tx, { ...values, ...(id !== undefined && { id }) })
  await notifyAdministrators(tx, { kind: 'oidc_added', name: created.name })
  return created
}

export async function updateProvider(
  tx: Tx,
  secrets: Secrets,
  id: number,
  changesSent: Changes,
): Promise<ProviderRow> {
  const before = await providerEntity.lock(tx, id)
  const values = mergeChanges(secrets, before, changesSent)
  const changes = await diffProvider(tx.db, before, values)
  if (Object.keys(changes).length === 0) return before
  assertSignInAuthority(tx.actor, tx.now)
  // A new address must be on the allow-list, regardless of the old one.
  const isMoved = before.provider_url !== values.provider_url
  const columns = { ...values, ...(isMoved && { private_allowed: false }) }
  const after = await providerEntity.update(tx, before, columns, { changes })
  if (before.enabled && !after.enabled) await assertAdminRemains(tx)
  await notifyAdministrators(tx, { kind: 'oidc_changed', name: after.name })
  return after
}

export async function deleteProvider(tx: Tx, id: number): Promise<void> {
  const before = await providerEntity.lockExclusively(tx, id)
  assertSignInAuthority(tx.actor, tx.now)
  await providerEntity.delete(tx, before)
  await assertAdminRemains(tx)
  await notifyAdministrators(tx, { kind: 'oidc_removed', name: before.name })
}

/** The stored values merged with the changes, with the secret encrypted. */
export function mergeChanges(
  secrets: Secrets,
  { name, provider, provider_url, client_id, enabled, client_secret }: ProviderRow,
  changes: Changes,
): Values {
  const fields = { name, provider, provider_url, client_id, enabled, client_secret: '', ...changes }
  return {
    ...fields,
    provider: fields.provider === 'Google' ? 'Google' : 'Custom',
    client_secret: sealClientSecret(secrets, fields, { client_secret, provider_url }),
  }
}

/** What saving these values would change; empty if nothing. */
export async function diffProvider(
  db: Db,
  before: ProviderRow,
  values: Values,
): Promise<Record<string, [unknown, unknown]>> {
  return {
    ...(await providerEntity.changes(db, before, values)),
    ...(before.client_secret !== values.client_secret && { client_secret: [secretMask, secretMask] }),
  }
}

/**
 * The encrypted secret to store. "" and the mask keep the stored one, but only for the same provider: an editor must not be able to
 * redirect it to their own server.
 */
export function sealClientSecret(
  secrets: Secrets,
  input: { client_secret: string; provider_url: string },
  before: Pick<ProviderRow, 'client_secret' | 'provider_url'> | null,
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
