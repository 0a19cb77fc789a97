import { confirmationLasts_ms } from '@parley/contract/confirmation'
import type { SsoFailure } from '@parley/contract/oidc'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import type { Reach } from '../../http/outbound.ts'
import type { Secrets } from '../../secrets.ts'
import { confirmSession } from '../account/confirmation.ts'
import { countTry } from '../auth/rate-limit.ts'
import { currentSession } from '../auth/session.ts'
import { signIn } from '../auth/sign-in.ts'
import { readClaims } from './claims.ts'
import { discover, openid, wordFailure } from './discover.ts'
import { beginFlow, endFlow, type Flow } from './flow.ts'
import { reachOf } from './private-providers.ts'
import { type ProviderRow, redirectUri } from './providers.ts'

export type Visit = {
  db: Db
  act: Act
  clock: Clock
  secrets: Secrets
  root_url: string
  reach: Reach
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
export async function beginSignIn(
  visit: Visit,
  id: number,
  { next, confirm }: { next: string; confirm: number | null },
): Promise<URL> {
  await countTry(visit.db, `oidc:ip:${visit.request.ip}`, perAddress, visit.clock.now())
  const provider = await enabledProvider(visit.db, id, next)
  const config = await configOf(visit, provider, next)
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
    confirm,
  }
  beginFlow({ ...visit, now: visit.clock.now() }, flow)
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(provider, visit.root_url),
    scope: 'openid profile email',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.code_verifier),
    code_challenge_method: 'S256',
    // Not the provider's memory of them: the person, now. Google knows no other word for it.
    ...(confirm !== null && {
      prompt: provider.provider === 'Google' ? 'select_account' : 'login',
      max_age: '0',
    }),
  })
}

/** Opens a session for the agent whom the provider vouches for, or confirms the one that they have. Answers where they wanted to go. */
export async function finishSignIn(visit: Visit, id: number, query: URLSearchParams): Promise<string> {
  const flow = endFlow({ ...visit, now: visit.clock.now() })
  if (!flow || flow.provider_id !== id || query.get('state') !== flow.state)
    throw new SsoRefusal('expired', flow?.next ?? '')
  if (flow.confirm === null) return signInBy(visit, id, flow, query)
  try {
    await confirmBy(visit, id, { ...flow, confirm: flow.confirm }, query)
    return confirmedPath
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    visit.request.log.warn({ failure: error.failure, reason: error.message }, 'a confirmation failed')
    return `${confirmedPath}?failed=1`
  }
}

/** The page at which a confirmation ends; the window that began it goes on by itself. */
export const confirmedPath = '/confirmed'

async function confirmBy(
  visit: Visit,
  id: number,
  flow: Flow & { confirm: number },
  query: URLSearchParams,
): Promise<void> {
  const { agent, authenticated_at } = await identify(visit, id, flow, query)
  const { actor } = visit.request
  const now = visit.clock.now()
  if (actor?.kind !== 'agent' || actor.id !== flow.confirm || agent.id !== actor.id)
    throw new SsoRefusal('unknown', flow.next, 'somebody else answered')
  // Providers that honour the question say when; those that keep it to themselves are believed.
  if (authenticated_at && now.getTime() - authenticated_at.getTime() > confirmationLasts_ms)
    throw new SsoRefusal('refused', flow.next, 'the provider did not ask again')
  await confirmSession(visit.db, actor, { session: currentSession(visit.request), now })
}

async function signInBy(visit: Visit, id: number, flow: Flow, query: URLSearchParams): Promise<string> {
  const { agent } = await identify(visit, id, flow, query)
  if (!agent.enabled) throw new SsoRefusal('disabled', flow.next)
  await signIn(visit, agent.id, 'sso', { oidc_provider_id: id })
  return flow.next
}

/** The agent whose verified address the provider tells. */
async function identify(visit: Visit, id: number, flow: Flow, query: URLSearchParams) {
  const { next } = flow
  const provider = await enabledProvider(visit.db, id, next)
  if (query.get('error') === 'access_denied') throw new SsoRefusal('cancelled', next)
  const config = await configOf(visit, provider, next)
  const callback = new URL(`${redirectUri(provider, visit.root_url)}?${query}`)
  const { email, verified, authenticated_at } = await readClaims(config, callback, flow).catch((error) => {
    throw new SsoRefusal('refused', next, wordFailure(error))
  })
  if (!email) throw new SsoRefusal('no_email', next)
  // Anybody can claim any address at a provider that does not ask its owner.
  if (!verified) throw new SsoRefusal('unverified', next)
  const agent = await findAgent(visit.db, email)
  if (!agent) throw new SsoRefusal('unknown', next)
  return { agent, authenticated_at }
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

async function configOf({ secrets, reach }: Visit, provider: ProviderRow, next: string) {
  try {
    return await discover(
      { ...provider, client_secret: secrets.open(provider.client_secret) },
      reachOf(provider, reach),
    )
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
