import * as contract from '@parley/contract/oidc'
import { listEnabledOidc } from '@parley/contract/settings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import { AppError, invalid, signInFirst } from '../../http/errors.ts'
import { once } from '../../http/idempotency.ts'
import type { Reach } from '../../http/outbound.ts'
import { localPath } from '../../http/pages.ts'
import { publicPage, publicText } from '../../http/public-page.ts'
import { done, type Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import type { Secrets } from '../../secrets.ts'
import { assertSignInAuthority } from '../auth/sign-in-authority.ts'
import { readSettings } from '../settings/settings.ts'
import { readWorkspacePage, sendWorkspacePage } from '../settings/workspace-page.ts'
import { discover, wordFailure } from './discover.ts'
import { reachOf } from './private-providers.ts'
import {
  changesOf,
  createProvider,
  deleteProvider,
  getProvider,
  listEnabledProviders,
  listProviders,
  lockProvider,
  presentProvider,
  redirectUri,
  secretToStore,
  updateProvider,
  withChanges,
} from './providers.ts'
import { reserveProvider } from './reserve.ts'
import { beginSignIn, confirmedPath, finishSignIn, SsoRefusal, type Visit } from './sign-in.ts'

type Means = {
  db: Db
  act: Act
  clock: Clock
  secrets: Secrets
  root_url: string
  version: string
  /** Which addresses providers may have. */
  reach: Reach
}

export function oidcRoutes(app: FastifyInstance, routes: Routes, means: Means): void {
  const { secrets, reach } = means
  const rootUrl = async (db: Db) => (await readSettings(db, means))['app.root_url']

  const provider = versioned(
    contract.getOidcProvider,
    (tx, { id }) => lockProvider(tx, id),
    async (tx, { id }) => presentProvider(await getProvider(tx.db, id), await rootUrl(tx.db)),
  )

  routes.open(listEnabledOidc, async (db) => {
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
    const id = await reserveProvider(tx)
    return { id, redirect_uri: redirectUri({ id }, await rootUrl(tx.db)) }
  })
  // The provider is asked outside any transaction, for ten seconds at most.
  routes.act(contract.createOidcProvider, async (act, { actor, db, body, request }) => {
    // Before the provider is asked: nobody else makes this server ask an address of theirs.
    assertSignInAuthority(actor, means.clock.now())
    const client_secret = secretToStore(secrets, body, null)
    await check(secrets, { ...body, client_secret }, reach)
    const root_url = await rootUrl(db)
    return act(actor, (tx) =>
      once(tx, contract.createOidcProvider, request, async () =>
        presentProvider(await createProvider(tx, { ...body, client_secret, enabled: true }), root_url),
      ),
    )
  })
  routes.act(
    contract.updateOidcProvider,
    async (act, { actor, db, params, body }) => {
      const before = await getProvider(db, params.id)
      const values = withChanges(secrets, before, body)
      if (Object.keys(changesOf(before, values)).length > 0) assertSignInAuthority(actor, means.clock.now())
      const isSameAddress = before.provider_url === values.provider_url
      // One that is away can still be switched off.
      if (values.enabled) await check(secrets, values, isSameAddress ? reachOf(before, reach) : reach)
      const row = await act(actor, (tx) => updateProvider(tx, secrets, params.id, body))
      return presentProvider(row, await rootUrl(db))
    },
    provider,
  )
  routes.write(contract.deleteOidcProvider, (tx, { params }) => done(deleteProvider(tx, params.id)), provider)

  // Pages, not calls: the browser itself goes to the provider and comes back.
  const visit = async (request: FastifyRequest, reply: FastifyReply): Promise<Visit> => ({
    ...means,
    root_url: await rootUrl(means.db),
    request,
    reply,
  })
  app.get<{ Params: { id: string }; Querystring: { next?: string; confirm?: string } }>(
    '/api/v1/oidc/:id/login',
    async (request, reply) =>
      answer(request, reply, async () =>
        beginSignIn(await visit(request, reply), idOf(request), {
          next: localPath(textOf(request.query.next)),
          confirm: textOf(request.query.confirm) === '1' ? mustBeSignedIn(request).id : null,
        }),
      ),
  )
  app.get<{ Querystring: { failed?: string } }>(confirmedPath, async (request, reply) => {
    const page = await readWorkspacePage(means.db, means)
    const outcome = request.query.failed === undefined ? 'confirmed' : 'confirmed.failed'
    return sendWorkspacePage(
      reply,
      page,
      publicPage(page, outcome, `<p>${publicText(page, `${outcome}.text`)}</p>`),
    )
  })
  app.get<{ Params: { id: string } }>('/api/v1/oidc/:id/finish', async (request, reply) =>
    answer(request, reply, async () =>
      finishSignIn(
        await visit(request, reply),
        idOf(request),
        new URL(request.url, 'http://desk.invalid').searchParams,
      ),
    ),
  )
}

async function check(
  secrets: Secrets,
  provider: Parameters<typeof discover>[0],
  reach: Reach,
): Promise<void> {
  try {
    await discover({ ...provider, client_secret: secrets.open(provider.client_secret) }, reach)
  } catch (error) {
    throw invalid('provider_url', wordFailure(error))
  }
}

/** People land on the sign-in page, which says what went wrong; programs get the contract's refusals (api-contract 2.6). */
async function answer(
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  work: () => Promise<URL | string>,
) {
  reply.header('cache-control', 'no-store')
  try {
    return reply.redirect(String(await work()))
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    const { failure, next, message } = error
    request.log.warn(
      { failure, reason: message, provider_id: request.params.id },
      'single sign-on came to nothing',
    )
    if (!(request.headers.accept ?? '').includes('text/html')) throw refusals[failure]
    // Not the provider's words: whoever makes up a link could write anything on our page.
    const query = new URLSearchParams({ sso: failure, provider: request.params.id, ...(next && { next }) })
    return reply.redirect(`/?${query}`)
  }
}

const refusals: Record<contract.SsoFailure, AppError> = {
  unavailable: new AppError(400, 'InputException', 'This way to sign in does not exist or is switched off'),
  expired: new AppError(
    403,
    'GeneralException',
    'This sign-in was begun elsewhere, or too long ago. Start again',
  ),
  cancelled: new AppError(403, 'GeneralException', 'The sign-in was cancelled'),
  unreachable: new AppError(500, 'GeneralException', 'The sign-in provider cannot be reached'),
  refused: new AppError(500, 'GeneralException', 'The sign-in provider did not confirm who you are'),
  no_email: new AppError(403, 'GeneralException', 'The sign-in provider does not tell an email address'),
  unverified: new AppError(
    403,
    'GeneralException',
    'The sign-in provider has not verified your email address',
  ),
  unknown: new AppError(404, 'NotFoundException', 'No agent has this email address'),
  disabled: new AppError(403, 'PermissionException', 'This account is disabled'),
}

function mustBeSignedIn({ actor }: FastifyRequest): Actor {
  if (actor?.kind !== 'agent') throw signInFirst()
  return actor
}

const idOf = (request: FastifyRequest<{ Params: { id: string } }>): number =>
  /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0
/** A parameter given twice is a list. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
