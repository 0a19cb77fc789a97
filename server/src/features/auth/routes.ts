import { askPasskeyToSignIn, signInWithPasskey } from '@parley/contract/auth/passkeys'
import { login, loginSecondFactor, requestPasswordReset, setPassword } from '@parley/contract/auth/sign-in'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import { countAttempt } from '../../http/count-attempts.ts'
import { conflict } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { getRelyingParty } from '../../identity/relying-party.ts'
import { findSystemActor } from '../../identity/system-actor.ts'
import type { Secrets } from '../../secrets.ts'
import { canSend, readMailServerSettings } from '../../system-mail/mail-server.ts'
import { getAgentById } from '../agents/agents.ts'
import { readSettings } from '../settings/settings.ts'
import { checkCredentials } from './check-credentials.ts'
import { startPasskeySignIn, verifyPasskey } from './passkeys/passkey-sign-in.ts'
import { alreadySignedIn, setPasswordByToken } from './password-link.ts'
import { challengeSecondFactor, verifySecondFactor } from './second-factor/second-factor-challenge.ts'
import { signIn } from './sign-in.ts'

// Known and unknown addresses count alike. The overall limit is higher, so that a stranger cannot keep someone from requesting a
// reset.
const resetsPerAccountAndAddress = { tries: 5, window_s: 900 }
const resetsPerAccount = { tries: 30, window_s: 3600 }
const resetsPerAddress = { tries: 30, window_s: 900 }
const passwordSettingsPerAddress = { tries: 30, window_s: 900 }

type Instance = { root_url: string; version: string }

export function authRoutes(
  routes: Routes,
  { act, clock, secrets, ...instance }: { act: Act; clock: Clock; secrets: Secrets } & Instance,
): void {
  const relyingPartyOf = async (db: Db) => getRelyingParty(await readSettings(db, instance))

  routes.public(login, async (db, { body, request, reply }) => {
    const { id } = await checkCredentials(db, clock, { ...body, ip: request.ip })
    await challengeSecondFactor({ db, act, clock, secrets }, id)
    // As stored before this sign-in (docs/spec/wire.md#signing-in).
    const agent = await getAgentById(db, id)
    await signIn({ db, act, request, reply }, id, 'password')
    // Agents who have a second factor have already used it.
    const { 'app.require_second_factor': owes_second_factor } = await readSettings(db, instance)
    return { ...agent, owes_second_factor }
  })
  routes.public(loginSecondFactor, async (db, { body, request, reply }) => {
    const { id, second_factor } = await verifySecondFactor({ db, act, clock, secrets }, body)
    const agent = await getAgentById(db, id)
    await signIn({ db, act, request, reply }, id, 'password', { second_factor })
    return agent
  })

  routes.public(askPasskeyToSignIn, async (db, { body, request: { ip } }) =>
    startPasskeySignIn({ db, clock, ip, party: await relyingPartyOf(db) }, body.sign_in),
  )
  routes.public(signInWithPasskey, async (db, { body, request, reply }) => {
    const { ip } = request
    const { id } = await verifyPasskey({ db, act, clock, ip, party: await relyingPartyOf(db) }, body)
    const agent = await getAgentById(db, id)
    await signIn({ db, act, request, reply }, id, 'passkey')
    return agent
  })

  // The job looks up the agent, so that unknown addresses get the same response in the same time.
  routes.public(requestPasswordReset, async (db, { actor, body: { email }, request: { ip } }) => {
    if (!canSend(await readMailServerSettings(db)))
      throw conflict('This workspace can’t send email yet. Ask an administrator to set a password for you')
    if (actor) throw alreadySignedIn()
    await countAttempt(db, `reset:ip:${ip}`, resetsPerAddress, clock.now())
    await countAttempt(db, `reset:account:${email}:${ip}`, resetsPerAccountAndAddress, clock.now())
    await countAttempt(db, `reset:account:${email}`, resetsPerAccount, clock.now())
    const system = await findSystemActor(db)
    return system ? done(act(system, (tx) => tx.enqueue('send_password_reset', { email }))) : true
  })
  routes.public(setPassword, async (db, { actor, body, request: { ip } }) => {
    if (actor) throw alreadySignedIn()
    await countAttempt(db, `set-password:ip:${ip}`, passwordSettingsPerAddress, clock.now())
    return done(setPasswordByToken({ db, act, clock }, body))
  })
}
