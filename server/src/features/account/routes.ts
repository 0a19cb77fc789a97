import * as contract from '@parley/contract/account/account-security'
import { removeAgentSecondFactor } from '@parley/contract/agents/agents'
import * as passkeys from '@parley/contract/auth/passkeys'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { done, type Routes } from '../../http/route.ts'
import { hashPassword } from '../../identity/password.ts'
import { getRelyingParty } from '../../identity/relying-party.ts'
import { currentSession } from '../../identity/sessions/session.ts'
import type { Secrets } from '../../secrets.ts'
import { readSettings } from '../settings/settings.ts'
import { assertNotApiKey, assertPassword, assertPresence } from './assert-password.ts'
import { changePassword } from './change-password.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from './passkeys.ts'
import {
  confirmTotp,
  readSecondFactor,
  removeSecondFactor,
  removeTotp,
  renewOwnRecoveryCodes,
  startTotp,
} from './second-factor.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

type Deps = { clock: Clock; secrets: Secrets; root_url: string; version: string }

// Calls that return a secret are not `write` routes: an idempotency key would store the secret in the database.
export function accountRoutes(routes: Routes, { clock, secrets, ...instance }: Deps): void {
  routes.read(contract.listMySessions, (db, { actor, request }) =>
    listSessions(db, actor.id, { current: currentSession(request), now: clock.now() }),
  )
  routes.write(contract.endMySession, (tx, { params }) => done(endSession(tx, params.uuid)))
  routes.write(contract.endMyOtherSessions, (tx, { request }) =>
    done(endOtherSessions(tx, currentSession(request))),
  )
  routes.act(contract.changeMyPassword, async (act, { db, actor, body, request }) => {
    await assertPassword({ db, clock }, actor, body.old_password, 'old_password')
    const hash = await hashPassword(body.new_password, 'new_password')
    return done(act(actor, (tx) => changePassword(tx, hash, currentSession(request))))
  })

  routes.read(contract.getMySecondFactor, (db, { actor }) => readSecondFactor(db, actor.id))
  routes.act(contract.startMyTotp, async (act, { db, actor, body }) => {
    await assertPresence({ db, clock }, actor, body.password)
    const site = (await readSettings(db, instance))['app.site_name']
    const totp = await act(actor, (tx) => startTotp(tx, secrets, site))
    const { toString: renderQrCode } = await import('qrcode')
    return { ...totp, qr_svg: await renderQrCode(totp.uri, { type: 'svg', margin: 2 }) }
  })
  routes.act(contract.confirmMyTotp, async (act, { db, actor, body, request }) => {
    await assertPresence({ db, clock }, actor, body.password)
    const current = currentSession(request)
    return { recovery_codes: await act(actor, (tx) => confirmTotp(tx, secrets, body.code, current)) }
  })
  routes.act(contract.renewMyRecoveryCodes, async (act, { db, actor, body }) => {
    await assertPassword({ db, clock }, actor, body.password, 'password')
    return { recovery_codes: await act(actor, renewOwnRecoveryCodes) }
  })
  routes.act(contract.removeMySecondFactor, async (act, { db, actor, body }) => {
    await assertPassword({ db, clock }, actor, body.password, 'password')
    return done(act(actor, removeTotp))
  })
  routes.write(removeAgentSecondFactor, (tx, { params }) => done(removeSecondFactor(tx, params.id)))

  const relyingPartyOf = async (db: Db) => getRelyingParty(await readSettings(db, instance))
  routes.read(passkeys.listMyPasskeys, (db, { actor }) => listPasskeys(db, actor.id))
  routes.act(passkeys.askForPasskey, async (_act, { db, actor, body }) => {
    await assertPresence({ db, clock }, actor, body.password)
    return startPasskeyRegistration(db, { actor, clock, party: await relyingPartyOf(db) })
  })
  routes.act(passkeys.addPasskey, async (act, { db, actor, body, request }) => {
    assertNotApiKey(actor)
    const current = currentSession(request)
    return addPasskey({ db, act, clock }, { actor, party: await relyingPartyOf(db), current }, body)
  })
  routes.write(passkeys.renamePasskey, (tx, { params, body }) => renamePasskey(tx, params.uuid, body.name))
  routes.act(passkeys.removePasskey, async (act, { db, actor, params, body }) => {
    await assertPresence({ db, clock }, actor, body.password)
    return done(act(actor, (tx) => removePasskey(tx, params.uuid)))
  })
}
