import * as contract from '@parley/contract/auth/oidc'
import { listEnabledOidc } from '@parley/contract/settings/settings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import { AppError, invalid, signInRequired } from '../../http/errors.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import type { NetworkAccess } from '../../http/outbound/fetch-outbound.ts'
import { publicText, renderPublicPage } from '../../http/pages/public-page.ts'
import { safeRedirectPath } from '../../http/pages/web-client.ts'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import type { Secrets } from '../../secrets.ts'
import { assertSignInAuthority } from '../auth/sign-in-authority.ts'
import { readSettings } from '../settings/settings.ts'
import { readWorkspacePage, sendWorkspacePage } from '../settings/workspace-page.ts'
import { describeOidcError, discover } from './discovery.ts'
import {
  beginSignIn,
  confirmedPath,
  finishSignIn,
  type OidcContext,
  OidcSignInError,
} from './oidc-sign-in.ts'
import { networkAccessOf } from './private-providers.ts'
import {
  createProvider,
  deleteProvider,
  diffProvider,
  getProvider,
  listEnabledProviders,
  listProviders,
  lockProvider,
  mergeChanges,
  presentProvider,
  redirectUri,
  sealClientSecret,
  updateProvider,
} from './providers.ts'
import { reserveProviderId } from './reserve-provider-id.ts'

type Deps = {
  db: Db
  act: Act
  clock: Clock
  secrets: Secrets
  root_url: string
  version: string
  /** Which addresses providers may have. */
  network: NetworkAccess
}

export function oidcRoutes(app: FastifyInstance, routes: Routes, deps: Deps): void {
  const { secrets, network } = deps
  const rootUrl = async (db: Db) => (await readSettings(db, deps))['app.root_url']

  const versionedProvider = versionedResource(
    contract.getOidcProvider,
    (tx, { id }) => lockProvider(tx, id),
    async (tx, { id }) => presentProvider(await getProvider(tx.db, id), await rootUrl(tx.db)),
  )

  routes.public(listEnabledOidc, async (db) => {
    const root_url = await rootUrl(db)
    return (await listEnabledProviders(db)).map((row) => {
      const {
        client_secret: _masked,
        needs_allowing: _internal,
        ...provider
      } = presentProvider(row, root_url)
      return provider
    })
  })
  routes.read(contract.listOidcProviders, async (db) => {
    const root_url = await rootUrl(db)
    return (await listProviders(db)).map((row) => presentProvider(row, root_url))
  })
  routes.read(contract.getOidcProvider, async (db, { params }) =>
    presentProvider(await getProvider(db, params.id), await rootUrl(db)),
  )
  routes.write(contract.reserveOidcProvider, async (tx) => {
    const id = await reserveProviderId(tx)
    return { id, redirect_uri: redirectUri({ id }, await rootUrl(tx.db)) }
  })
  // The provider is called outside any transaction, for ten seconds at most.
  routes.act(contract.createOidcProvider, async (act, { actor, db, body, request }) => {
    // Before calling the provider: no one else may make this server call an arbitrary address.
    assertSignInAuthority(actor, deps.clock.now())
    const client_secret = sealClientSecret(secrets, body, null)
    await assertProviderReachable(secrets, { ...body, client_secret }, network)
    const root_url = await rootUrl(db)
    return act(actor, (tx) =>
      withIdempotencyKey(tx, contract.createOidcProvider, request, async () =>
        presentProvider(await createProvider(tx, { ...body, client_secret, enabled: true }), root_url),
      ),
    )
  })
  routes.act(
    contract.updateOidcProvider,
    async (act, { actor, db, params, body }) => {
      const before = await getProvider(db, params.id)
      const values = mergeChanges(secrets, before, body)
      if (Object.keys(diffProvider(before, values)).length > 0) assertSignInAuthority(actor, deps.clock.now())
      const isSameAddress = before.provider_url === values.provider_url
      // An unreachable provider can still be disabled.
      if (values.enabled)
        await assertProviderReachable(
          secrets,
          values,
          isSameAddress ? networkAccessOf(before, network) : network,
        )
      const row = await act(actor, (tx) => updateProvider(tx, secrets, params.id, body))
      return presentProvider(row, await rootUrl(db))
    },
    versionedProvider,
  )
  routes.write(
    contract.deleteOidcProvider,
    (tx, { params }) => done(deleteProvider(tx, params.id)),
    versionedProvider,
  )

  // Pages rather than API calls: the browser itself goes to the provider and back.
  const contextOf = async (request: FastifyRequest, reply: FastifyReply): Promise<OidcContext> => ({
    ...deps,
    root_url: await rootUrl(deps.db),
    request,
    reply,
  })
  app.get<{ Params: { id: string }; Querystring: { next?: string; confirm?: string } }>(
    '/api/v1/oidc/:id/login',
    async (request, reply) =>
      redirectOrExplain(request, reply, async () =>
        beginSignIn(await contextOf(request, reply), idOf(request), {
          next: safeRedirectPath(textOf(request.query.next)),
          confirm: textOf(request.query.confirm) === '1' ? requireAgent(request).id : null,
        }),
      ),
  )
  app.get<{ Querystring: { failed?: string } }>(confirmedPath, async (request, reply) => {
    const page = await readWorkspacePage(deps.db, deps)
    const outcome = request.query.failed === undefined ? 'confirmed' : 'confirmed.failed'
    return sendWorkspacePage(
      reply,
      page,
      renderPublicPage(page, outcome, `<p>${publicText(page, `${outcome}.text`)}</p>`),
    )
  })
  app.get<{ Params: { id: string } }>('/api/v1/oidc/:id/finish', async (request, reply) =>
    redirectOrExplain(request, reply, async () =>
      finishSignIn(
        await contextOf(request, reply),
        idOf(request),
        new URL(request.url, 'http://desk.invalid').searchParams,
      ),
    ),
  )
}

async function assertProviderReachable(
  secrets: Secrets,
  provider: Parameters<typeof discover>[0],
  network: NetworkAccess,
): Promise<void> {
  try {
    await discover({ ...provider, client_secret: secrets.open(provider.client_secret) }, network)
  } catch (error) {
    throw invalid('provider_url', describeOidcError(error))
  }
}

/** Browsers are redirected to the sign-in page, which explains what went wrong; API clients get the contract's errors (docs/spec/wire.md#single-sign-on). */
async function redirectOrExplain(
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  work: () => Promise<URL | string>,
) {
  reply.header('cache-control', 'no-store')
  try {
    return reply.redirect(String(await work()))
  } catch (error) {
    if (!(error instanceof OidcSignInError)) throw error
    const { failure, next, message } = error
    request.log.warn({ failure, reason: message, provider_id: request.params.id }, 'single sign-on failed')
    if (!(request.headers.accept ?? '').includes('text/html')) throw failureErrors[failure]
    // Not the provider's message: a crafted link could put any text on our page.
    const query = new URLSearchParams({ sso: failure, provider: request.params.id, ...(next && { next }) })
    return reply.redirect(`/?${query}`)
  }
}

const failureErrors: Record<contract.SsoFailure, AppError> = {
  unavailable: new AppError(400, 'InputException', 'This sign-in method doesn’t exist or is turned off'),
  expired: new AppError(
    403,
    'GeneralException',
    'This sign-in has expired or was started elsewhere. Start again',
  ),
  cancelled: new AppError(403, 'GeneralException', 'The sign-in was cancelled'),
  unreachable: new AppError(500, 'GeneralException', 'The sign-in provider can’t be reached'),
  refused: new AppError(500, 'GeneralException', 'The sign-in provider couldn’t confirm your identity'),
  no_email: new AppError(403, 'GeneralException', 'The sign-in provider didn’t share your email address'),
  unverified: new AppError(
    403,
    'GeneralException',
    'The sign-in provider hasn’t verified your email address',
  ),
  unknown: new AppError(404, 'NotFoundException', 'No agent has this email address'),
  disabled: new AppError(403, 'PermissionException', 'This account is disabled'),
}

function requireAgent({ actor }: FastifyRequest): Actor {
  if (actor?.kind !== 'agent') throw signInRequired()
  return actor
}

const idOf = (request: FastifyRequest<{ Params: { id: string } }>): number =>
  /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0
/** A repeated parameter is an array. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
