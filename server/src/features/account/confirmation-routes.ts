import * as contract from '@parley/contract/confirmation'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { forbidden } from '../../http/errors.ts'
import type { Routes } from '../../http/route.ts'
import { challengePasskey, takePasskey } from '../auth/passkey-sign-in.ts'
import { mustHaveRelyingParty } from '../auth/relying-party.ts'
import { currentSession } from '../auth/session.ts'
import { readSettings } from '../settings/settings.ts'
import { confirmSession, readConfirmation } from './confirmation.ts'
import { provePassword } from './prove-password.ts'

type Means = { clock: Clock; root_url: string; version: string }

/** Confirming who one is, for changes that ask for it. With a provider it is a page: see features/oidc. */
export function confirmationRoutes(routes: Routes, { clock, ...fixed }: Means): void {
  const party = async (db: Db) => mustHaveRelyingParty(await readSettings(db, fixed))

  routes.read(contract.getMyConfirmation, (db, { actor, request }) =>
    readConfirmation(db, actor, { session: currentSession(request), now: clock.now() }),
  )
  routes.act(contract.askPasskeyToConfirm, async (_act, { db, actor }) =>
    challengePasskey(db, clock.now(), await party(db), { purpose: 'confirm', agent_id: actor.id }),
  )
  routes.act(contract.confirmIdentity, async (act, { db, actor, body, request }) => {
    if ('password' in body) await provePassword({ db, clock }, actor, body.password, 'password')
    else {
      const means = { db, act, clock, ip: request.ip, party: await party(db) }
      const { id } = await takePasskey(means, { ...body, purpose: 'confirm' })
      if (id !== actor.id) throw forbidden('This passkey belongs to somebody else')
    }
    const here = { session: currentSession(request), now: clock.now() }
    return readConfirmation(db, await confirmSession(db, actor, here), here)
  })
}
