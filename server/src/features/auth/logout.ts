import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import { forbidden } from '../../http/errors.ts'
import { publicText, renderPublicPage } from '../../http/pages/public-page.ts'
import { clearSessionCookie, hashToken, sessionCookie } from '../../identity/sessions/session.ts'
import { readWorkspacePage, sendWorkspacePage } from '../settings/workspace-page.ts'

type Deps = { db: Db; act: Act; root_url: string; version: string }

/**
 * GET signs out when someone navigates here from this site or by entering the URL, which every client does. An image, frame or link
 * on another site could also request this URL: those get a page with a button instead.
 */
export async function logoutRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (pages) => {
    // The form has no fields.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { bodyLimit: 16_384 }, (_request, payload, done) => {
      payload.resume().on('end', () => done(null))
    })
    pages.get('/logout', async (request, reply) => {
      const isSignedIn = (request.actor ?? request.pendingActor) !== null
      if (!isSignedIn || isOwnNavigation(request)) return signOut(deps, request, reply)
      const page = await readWorkspacePage(deps.db, deps)
      const form = `<form method="post" action="/logout"><button>${publicText(page, 'logout.confirm')}</button></form>`
      return sendWorkspacePage(reply, page, renderPublicPage(page, 'logout.ask', form))
    })
    pages.post('/logout', async (request, reply) => {
      if (!isOwnForm(request)) throw forbidden('Sign out on a page of this site')
      return signOut(deps, request, reply)
    })
  })
}

/** Browsers send Fetch Metadata about the request's purpose, which pages cannot change. */
function isOwnNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination, 'sec-fetch-site': site, accept } = headers
  if (destination !== undefined)
    return destination === 'document' && (site === 'none' || site === 'same-origin')
  // Plain http and old browsers send only Accept; images are never requested as HTML. Without it the client is not a browser.
  return accept === undefined || accept.includes('text/html')
}

/** Forms send the page's origin. The cookie is SameSite=Lax, so other sites' forms do not include it anyway. */
function isOwnForm({ headers, host }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || URL.parse(origin)?.host === host
}

async function signOut({ act }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const token = request.cookies[sessionCookie]
  const actor = request.actor ?? request.pendingActor
  if (actor && token)
    await act(actor, async (tx) => {
      await tx.db.deleteFrom('sessions').where('id_hash', '=', hashToken(token)).execute()
      await tx.record({
        type: 'agent.signed_out',
        object: { type: 'agent', id: actor.id },
        data: { ip: request.ip },
      })
    })
  clearSessionCookie(request, reply)
  return reply.header('cache-control', 'no-store').redirect('/')
}
