import * as contract from '@parley/contract/auth/identity-confirmation'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { forbidden } from '../../http/errors.ts'
import type { Routes } from '../../http/route.ts'
import { getRelyingParty } from '../../identity/relying-party.ts'
import { confirmSession } from '../../identity/sessions/confirm-session.ts'
import { currentSession } from '../../identity/sessions/session.ts'
import { createPasskeyChallenge, verifyPasskey } from '../auth/passkeys/passkey-sign-in.ts'
import { readSettings } from '../settings/settings.ts'
import { assertPassword } from './assert-password.ts'
import { readConfirmation } from './confirmation.ts'

type Deps = { clock: Clock; root_url: string; version: string }

/** Identity confirmation, required before sensitive changes. Confirmation with a sign-in provider is a page: see features/oidc. */
export function confirmationRoutes(routes: Routes, { clock, ...instance }: Deps): void {
  const relyingPartyOf = async (db: Db) => getRelyingParty(await readSettings(db, instance))

  routes.read(contract.getMyConfirmation, (db, { actor, request }) =>
    readConfirmation(db, actor, { session: currentSession(request), now: clock.now() }),
  )
  routes.act(contract.askPasskeyToConfirm, async (_act, { db, actor }) =>
    createPasskeyChallenge(db, clock.now(), await relyingPartyOf(db), {
      purpose: 'confirm',
      agent_id: actor.id,
    }),
  )
  routes.act(contract.confirmIdentity, async (act, { db, actor, body, request }) => {
    if ('password' in body) await assertPassword({ db, clock }, actor, body.password, 'password')
    else {
      const deps = { db, act, clock, ip: request.ip, party: await relyingPartyOf(db) }
      const { id } = await verifyPasskey(deps, { ...body, purpose: 'confirm' })
      if (id !== actor.id) throw forbidden('This passkey belongs to someone else')
    }
    const session = { session: currentSession(request), now: clock.now() }
    return readConfirmation(db, await confirmSession(db, actor, session), session)
  })
}
