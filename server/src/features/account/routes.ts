import * as contract from '@parley/contract/account'
import { removeAgentSecondFactor } from '@parley/contract/people'
import type { Clock } from '../../clock.ts'
import { done, type Routes } from '../../http/route.ts'
import type { Secrets } from '../../secrets.ts'
import { hashPassword } from '../auth/password.ts'
import { currentSession } from '../auth/session.ts'
import { readSettings } from '../settings/settings.ts'
import { changePassword } from './change-password.ts'
import { provePassword } from './prove-password.ts'
import { confirmTotp, readSecondFactor, removeSecondFactor, renewCodes, startTotp } from './second-factor.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

type Means = { clock: Clock; secrets: Secrets; root_url: string; version: string }

// Nothing here is a `write` that answers a secret: an idempotency key would keep it in the database.
export function accountRoutes(routes: Routes, { clock, secrets, ...fixed }: Means): void {
  routes.read(contract.listMySessions, (db, { actor, request }) =>
    listSessions(db, actor.id, { current: currentSession(request), now: clock.now() }),
  )
  routes.write(contract.endMySession, (tx, { params }) => done(endSession(tx, params.uuid)))
  routes.write(contract.endMyOtherSessions, (tx, { request }) =>
    done(endOtherSessions(tx, currentSession(request))),
  )
  routes.act(contract.changeMyPassword, async (act, { db, actor, body, request }) => {
    await provePassword({ db, clock }, actor, body.old_password, 'old_password')
    const hash = await hashPassword(body.new_password, 'new_password')
    return done(act(actor, (tx) => changePassword(tx, hash, currentSession(request))))
  })

  routes.read(contract.getMySecondFactor, (db, { actor }) => readSecondFactor(db, actor.id))
  routes.act(contract.startMyTotp, async (act, { db, actor, body }) => {
    await provePassword({ db, clock }, actor, body.password, 'password')
    const site = (await readSettings(db, fixed))['app.site_name']
    const begun = await act(actor, (tx) => startTotp(tx, secrets, site))
    const { toString: draw } = await import('qrcode')
    return { ...begun, qr_svg: await draw(begun.uri, { type: 'svg', margin: 2 }) }
  })
  routes.act(contract.confirmMyTotp, async (act, { actor, body, request }) => ({
    recovery_codes: await act(actor, (tx) => confirmTotp(tx, secrets, body.code, currentSession(request))),
  }))
  routes.act(contract.renewMyRecoveryCodes, async (act, { db, actor, body }) => {
    await provePassword({ db, clock }, actor, body.password, 'password')
    return { recovery_codes: await act(actor, renewCodes) }
  })
  routes.act(contract.removeMySecondFactor, async (act, { db, actor, body }) => {
    await provePassword({ db, clock }, actor, body.password, 'password')
    return done(act(actor, (tx) => removeSecondFactor(tx, actor.id)))
  })
  routes.write(removeAgentSecondFactor, (tx, { params }) => done(removeSecondFactor(tx, params.id)))
}
