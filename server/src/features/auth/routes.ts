import { login, loginSecondFactor, requestPasswordReset, setPassword } from '@parley/contract/auth'
import { askPasskeyToSignIn, signInWithPasskey } from '@parley/contract/passkeys'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import { findSystemActor } from '../../first-start.ts'
import { refused } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import type { Secrets } from '../../secrets.ts'
import { getAgentById } from '../agents/get.ts'
import { readSettings } from '../settings/settings.ts'
import { canSend, readStored } from '../system-mail/settings.ts'
import { checkCredentials } from './login.ts'
import { askPasskey, takePasskey } from './passkey-sign-in.ts'
import { alreadySignedIn, setPasswordByToken } from './password-link.ts'
import { countTry } from './rate-limit.ts'
import { mustHaveRelyingParty } from './relying-party.ts'
import { askSecondFactor, takeSecondFactor } from './second-factor.ts'
import { signIn } from './sign-in.ts'

// Counted alike for known and unknown addresses. From everywhere more, so that a stranger cannot keep somebody from asking.
const resetsHere = { tries: 5, window_s: 900 }
const resetsOfAddress = { tries: 30, window_s: 3600 }
const resetsFrom = { tries: 30, window_s: 900 }
const settingsFrom = { tries: 30, window_s: 900 }

type Fixed = { root_url: string; version: string }

export function authRoutes(
  routes: Routes,
  { act, clock, secrets, ...fixed }: { act: Act; clock: Clock; secrets: Secrets } & Fixed,
): void {
  const party = async (db: Db) => mustHaveRelyingParty(await readSettings(db, fixed))

  routes.open(login, async (db, { body, request, reply }) => {
    const { id } = await checkCredentials(db, clock, { ...body, ip: request.ip })
    await askSecondFactor({ db, act, clock, secrets }, id)
    // As stored before this sign-in (api-contract 2.2).
    const agent = await getAgentById(db, id)
    await signIn({ db, act, request, reply }, id, 'password')
    // Whoever has a second factor was asked for it.
    const { 'app.require_second_factor': owes_second_factor } = await readSettings(db, fixed)
    return { ...agent, owes_second_factor }
  })
  routes.open(loginSecondFactor, async (db, { body, request, reply }) => {
    const { id, second_factor } = await takeSecondFactor({ db, act, clock, secrets }, body)
    const agent = await getAgentById(db, id)
    await signIn({ db, act, request, reply }, id, 'password', { second_factor })
    return agent
  })

  routes.open(askPasskeyToSignIn, async (db, { body, request: { ip } }) =>
    askPasskey({ db, clock, ip, party: await party(db) }, body.sign_in),
  )
  routes.open(signInWithPasskey, async (db, { body, request, reply }) => {
    const { ip } = request
    const { id } = await takePasskey({ db, act, clock, ip, party: await party(db) }, body)
    const agent = await getAgentById(db, id)
    await signIn({ db, act, request, reply }, id, 'passkey')
    return agent
  })

  // The job looks for the agent: an unknown address has the same answer in the same time.
  routes.open(requestPasswordReset, async (db, { actor, body: { email }, request: { ip } }) => {
    if (!canSend(await readStored(db)))
      throw refused('This workspace cannot send mail yet. Ask an administrator to give you a password')
    if (actor) throw alreadySignedIn()
    await countTry(db, `reset:ip:${ip}`, resetsFrom, clock.now())
    await countTry(db, `reset:account:${email}:${ip}`, resetsHere, clock.now())
    await countTry(db, `reset:account:${email}`, resetsOfAddress, clock.now())
    const system = await findSystemActor(db)
    return system ? done(act(system, (tx) => tx.enqueue('send_password_reset', { email }))) : true
  })
  routes.open(setPassword, async (db, { actor, body, request: { ip } }) => {
    if (actor) throw alreadySignedIn()
    await countTry(db, `set-password:ip:${ip}`, settingsFrom, clock.now())
    return done(setPasswordByToken({ db, act, clock }, body))
  })
}
