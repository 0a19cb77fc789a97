import type { SsoFailure } from '@parley/contract/oidc'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import type { Secrets } from '../../secrets.ts'
import { countTry } from '../auth/rate-limit.ts'
import { signIn } from '../auth/sign-in.ts'
import { readClaims } from './claims.ts'
import { discover, openid, wordFailure } from './discover.ts'
import { beginFlow, endFlow, type Flow } from './flow.ts'
import { type ProviderRow, redirectUri } from './providers.ts'

export type Visit = {
  db: Db
  act: Act
  clock: Clock
  secrets: Secrets
  root_url: string
  request: FastifyRequest
  reply: FastifyReply
}

/** Thrown wherever signing in ends; `reason` is for the log alone. */
export class SsoRefusal extends Error {
  override name = 'SsoRefusal'
  readonly failure: SsoFailure
  readonly next: string
  constructor(failure: SsoFailure, next: string, reason: string = failure) {
    super(reason)
    this.failure = failure
    this.next = next
  }
}

/** Each begins with a call to the provider; a whole office shares one address. */
const perAddress = { tries: 300, window_s: 900 }

/** Where to send the browser, which remembers what it must bring back. */
export async function beginSignIn(visit: Visit, id: number, next: string): Promise<URL> {
  await countTry(visit.db, `oidc:ip:${visit.request.ip}`, perAddress, visit.clock.now())
  const provider = await enabledProvider(visit.db, id, next)
  const config = await reach(visit, provider, next)
  const {
    buildAuthorizationUrl,
    calculatePKCECodeChallenge,
    randomNonce,
    randomPKCECodeVerifier,
    randomState,
  } = await openid()
  const flow: Flow = {
    provider_id: id,
    state: randomState(),
    nonce: randomNonce(),
    code_verifier: randomPKCECodeVerifier(),
    next,
  }
  beginFlow({ ...visit, now: visit.clock.now() }, flow)
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(provider, visit.root_url),
    scope: 'openid profile email',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.code_verifier),
    code_challenge_method: 'S256',
  })
}

/** Opens a session for the agent whom the provider vouches for. Answers where they wanted to go. */
export async function finishSignIn(visit: Visit, id: number, query: URLSearchParams): Promise<string> {
  const flow = endFlow({ ...visit, now: visit.clock.now() })
  if (!flow || flow.provider_id !== id || query.get('state') !== flow.state)
    throw new SsoRefusal('expired', flow?.next ?? '')
  const { next } = flow
  const provider = await enabledProvider(visit.db, id, next)
  if (query.get('error') === 'access_denied') throw new SsoRefusal('cancelled', next)
  const config = await reach(visit, provider, next)
  const callback = new URL(`${redirectUri(provider, visit.root_url)}?${query}`)
  const { email, verified } = await readClaims(config, callback, flow).catch((error) => {
    throw new SsoRefusal('refused', next, wordFailure(error))
  })
  if (!email) throw new SsoRefusal('no_email', next)
  // Anybody can claim any address at a provider that does not ask its owner.
  if (!verified) throw new SsoRefusal('unverified', next)
  const agent = await findAgent(visit.db, email)
  if (!agent) throw new SsoRefusal('unknown', next)
  if (!agent.enabled) throw new SsoRefusal('disabled', next)
  await signIn(visit, agent.id, 'sso', { oidc_provider_id: id })
  return next
}

async function enabledProvider(db: Db, id: number, next: string): Promise<ProviderRow> {
  const row = await db
    .selectFrom('oidc_providers')
    .selectAll()
    .where('id', '=', id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!row) throw new SsoRefusal('unavailable', next)
  return row
}

async function reach({ secrets }: Visit, provider: ProviderRow, next: string) {
  try {
    return await discover({ ...provider, client_secret: secrets.open(provider.client_secret) })
  } catch (error) {
    throw new SsoRefusal('unreachable', next, wordFailure(error))
  }
}

const findAgent = (db: Db, email: string) =>
  db
    .selectFrom('agents')
    .select(['id', 'enabled'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .executeTakeFirst()
