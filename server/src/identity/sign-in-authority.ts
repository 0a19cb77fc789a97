import {
  type ConfirmationRequired,
  confirmationDuration_ms,
} from '@parley/contract/auth/identity-confirmation'
import { hasAllAdministrativePermissions } from '@parley/contract/roles/permissions'
import type { Actor } from '../actor.ts'
import { AppError, forbidden } from '../http/errors.ts'

/**
 * Required for every change to how people sign in: a person who holds every administrative permission and recently confirmed their
 * identity. Anything less would let one permission obtain all others through someone else's account (docs/decisions/0044-sign-in-authority.md).
 */
export function assertSignInAuthority(actor: Actor, now: Date): void {
  if (actsFromServer(actor)) return
  if (actor.kind === 'agent' && !hasAllAdministrativePermissions(actor))
    throw forbidden(
      'This affects how people sign in. Only someone with every administrative permission can change it',
    )
  assertConfirmedRecently(actor, now)
}

/**
 * Required for changes that could give someone access to an administrator's account. Never allowed for API keys, which must not
 * become a way to sign in as a person.
 */
export function assertConfirmedRecently(actor: Actor, now: Date): void {
  if (actsFromServer(actor)) return
  if (actor.kind !== 'agent')
    throw forbidden('API keys can’t change how people sign in. Sign in to change it')
  if (!isConfirmed(actor, now)) throw confirmationRequired()
}

/** Parley itself and anyone who can run commands on its machine: they have the key and the database anyway. */
const actsFromServer = ({ kind }: Actor) => kind === 'system' || kind === 'operator'

export const isConfirmed = ({ confirmed_at }: Actor, now: Date): boolean =>
  confirmed_at !== undefined && now.getTime() - confirmed_at.getTime() < confirmationDuration_ms

const confirmationRequired = () =>
  new AppError(
    403,
    'PermissionException',
    'Confirm it’s you to change this. If this page doesn’t ask you to, sign out and sign in again, then save within ten minutes',
    { data: { reason: 'confirmation_required' } satisfies ConfirmationRequired },
  )
