import { confirmationDuration_ms } from '@parley/contract/auth/identity-confirmation'
import type { SsoFailure } from '@parley/contract/auth/oidc'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import { countAttempt } from '../../http/count-attempts.ts'
import type { NetworkAccess } from '../../http/outbound/fetch-outbound.ts'
import { confirmSession } from '../../identity/sessions/confirm-session.ts'
import { currentSession } from '../../identity/sessions/session.ts'
import type { Secrets } from '../../secrets.ts'
import { signIn } from '../auth/sign-in.ts'
import { describeOidcError, discover, loadOpenidClient } from './discovery.ts'
import { consumeFlowCookie, type Flow, writeFlowCookie } from './flow-cookie.ts'
import { networkAccessOf } from './private-providers.ts'
import { type ProviderRow, redirectUri } from './providers.ts'
import { readClaims } from './read-claims.ts'

export type OidcContext = {
  db: Db
  act: Act
  clock: Clock
  secrets: Secrets
  root_url: string
  network: NetworkAccess
  request: FastifyRequest
  reply: FastifyReply
}

/** Ends a sign-in; `reason` is only logged. */
export class OidcSignInError extends Error {
  override name = 'SsoRefusal'
  readonly failure: SsoFailure
  readonly next: string
  constructor(failure: SsoFailure, next: string, reason: string = failure) {
    super(reason)
    this.failure = failure
    this.next = next
  }
}

/** Each attempt makes a request to the provider; a whole office shares one address. */
const perAddressLimit = { tries: 300, window_s: 900 }

/** Returns the URL to send the browser to, and sets the flow cookie. */
export async function beginSignIn(
  context: OidcContext,
  id: number,
  { next, confirm }: { next: string; confirm: number | null },
): Promise<URL> {
  await countAttempt(context.db, `oidc:ip:${context.request.ip}`, perAddressLimit, context.clock.now())
  const provider = await getEnabledProvider(context.db, id, next)
  const config = await discoverProvider(context, provider, next)
  const {
    buildAuthorizationUrl,
    calculatePKCECodeChallenge,
    randomNonce,
    randomPKCECodeVerifier,
    randomState,
  } = await loadOpenidClient()
  const flow: Flow = {
    provider_id: id,
    state: randomState(),
    nonce: randomNonce(),
    code_verifier: randomPKCECodeVerifier(),
    next,
    confirm,
  }
  writeFlowCookie({ ...context, now: context.clock.now() }, flow)
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(provider, context.root_url),
    scope: 'openid profile email',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.code_verifier),
    code_challenge_method: 'S256',
    // Ask for the person again instead of reusing the provider's session. Google only supports account selection.
    ...(confirm !== null && {
      prompt: provider.provider === 'Google' ? 'select_account' : 'login',
      max_age: '0',
    }),
  })
}

/** Signs in the agent that the provider identified, or confirms the identity of the current one. Returns where to redirect to. */
export async function finishSignIn(
  context: OidcContext,
  id: number,
  query: URLSearchParams,
): Promise<string> {
  const flow = consumeFlowCookie({ ...context, now: context.clock.now() })
  if (!flow || flow.provider_id !== id || query.get('state') !== flow.state)
    throw new OidcSignInError('expired', flow?.next ?? '')
  if (flow.confirm === null) return signInWithProvider(context, id, flow, query)
  try {
    await confirmWithProvider(context, id, { ...flow, confirm: flow.confirm }, query)
    return confirmedPath
  } catch (error) {
    if (!(error instanceof OidcSignInError)) throw error
    context.request.log.warn({ failure: error.failure, reason: error.message }, 'a confirmation failed')
    return `${confirmedPath}?failed=1`
  }
}

/** The page that a confirmation ends on; the window that started it continues on its own. */
export const confirmedPath = '/confirmed'

async function confirmWithProvider(
  context: OidcContext,
  id: number,
  flow: Flow & { confirm: number },
  query: URLSearchParams,
): Promise<void> {
  const { agent, authenticated_at } = await identifyAgent(context, id, flow, query)
  const { actor } = context.request
  const now = context.clock.now()
  if (actor?.kind !== 'agent' || actor.id !== flow.confirm || agent.id !== actor.id)
    throw new OidcSignInError('unknown', flow.next, 'another account was confirmed')
  // Providers that support max_age return the time; others are trusted.
  if (authenticated_at && now.getTime() - authenticated_at.getTime() > confirmationDuration_ms)
    throw new OidcSignInError('refused', flow.next, 'the provider did not reauthenticate')
  await confirmSession(context.db, actor, { session: currentSession(context.request), now })
}

async function signInWithProvider(
  context: OidcContext,
  id: number,
  flow: Flow,
  query: URLSearchParams,
): Promise<string> {
  const { agent } = await identifyAgent(context, id, flow, query)
  if (!agent.enabled) throw new OidcSignInError('disabled', flow.next)
  await signIn(context, agent.id, 'sso', { oidc_provider_id: id })
  return flow.next
}

/** The agent with the verified address that the provider reports. */
async function identifyAgent(context: OidcContext, id: number, flow: Flow, query: URLSearchParams) {
  const { next } = flow
  const provider = await getEnabledProvider(context.db, id, next)
  if (query.get('error') === 'access_denied') throw new OidcSignInError('cancelled', next)
  const config = await discoverProvider(context, provider, next)
  const callback = new URL(`${redirectUri(provider, context.root_url)}?${query}`)
  const { email, verified, authenticated_at } = await readClaims(config, callback, flow).catch((error) => {
    throw new OidcSignInError('refused', next, describeOidcError(error))
  })
  if (!email) throw new OidcSignInError('no_email', next)
  // Anyone can claim any address at a provider that does not verify it.
  if (!verified) throw new OidcSignInError('unverified', next)
  const agent = await findAgentByEmail(context.db, email)
  if (!agent) throw new OidcSignInError('unknown', next)
  return { agent, authenticated_at }
}

async function getEnabledProvider(db: Db, id: number, next: string): Promise<ProviderRow> {
  const row = await db
    .selectFrom('oidc_providers')
    .selectAll()
    .where('id', '=', id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!row) throw new OidcSignInError('unavailable', next)
  return row
}

async function discoverProvider({ secrets, network }: OidcContext, provider: ProviderRow, next: string) {
  try {
    return await discover(
      { ...provider, client_secret: secrets.open(provider.client_secret) },
      networkAccessOf(provider, network),
    )
  } catch (error) {
    throw new OidcSignInError('unreachable', next, describeOidcError(error))
  }
}

const findAgentByEmail = (db: Db, email: string) =>
  db
    .selectFrom('agents')
    .select(['id', 'enabled'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .where('deleted_at', 'is', null)
    .where('is_system', '=', false)
    .executeTakeFirst()
