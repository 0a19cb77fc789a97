import type * as contract from '@parley/contract/auth/oidc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import { AppError, signInRequired } from '../../http/errors.ts'
import type { NetworkAccess } from '../../http/outbound/fetch-outbound.ts'
import { publicText, renderPublicPage } from '../../http/pages/public-page.ts'
import { safeRedirectPath } from '../../http/pages/web-client.ts'
import type { Secrets } from '../../secrets.ts'
import { readSettings } from '../settings/settings.ts'
import { readWorkspacePage, sendWorkspacePage } from '../settings/workspace-page.ts'
import {
  beginSignIn,
  confirmedPath,
  finishSignIn,
  type OidcContext,
  OidcSignInError,
} from './oidc-sign-in.ts'

export type OidcDeps = {
  db: Db
  act: Act
  clock: Clock
  secrets: Secrets
  root_url: string
  version: string
  /** Which addresses providers may have. */
  network: NetworkAccess
}

/** Pages rather than API calls: the browser itself goes to the provider and back. */
export function oidcSignInPages(app: FastifyInstance, deps: OidcDeps): void {
  const contextOf = async (request: FastifyRequest, reply: FastifyReply): Promise<OidcContext> => ({
    ...deps,
    root_url: (await readSettings(deps.db, deps))['app.root_url'],
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
