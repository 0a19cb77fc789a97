import { wantsNotification } from '@parley/contract/notifications/notifications'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { systemActor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import { type PublicPage, publicPagePolicy } from '../../../http/pages/public-page.ts'
import { findActorByAgentId } from '../../../identity/load-actor.ts'
import type { Secrets } from '../../../secrets.ts'
import { loadCatalogue } from '../../settings/languages.ts'
import { readSettings } from '../../settings/settings.ts'
import { findUnsubscriber, unsubscribe } from './unsubscribe.ts'
import { parseUnsubscribeToken } from './unsubscribe-link.ts'
import { confirmPage, donePage, invalidLinkPage } from './unsubscribe-page.ts'

type Deps = { db: Db; act: Act; secrets: Secrets; root_url: string }

/**
 * The pages behind unsubscribe links. They have no session (authenticate.ts skips them): anyone who has the link can turn these emails off.
 * An email program posts to the same URL with one click, without a confirmation (RFC 8058).
 */
export async function unsubscribeRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (pages) => {
    // The body is ignored; the URL has everything.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { bodyLimit: 16_384 }, (_request, payload, done) => {
      payload.resume().on('end', () => done(null))
    })
    pages.get<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const request = await readRequest(deps, params.token)
      if (!request.what) return sendPage(reply.code(404), request.page, invalidLinkPage(request.page))
      return sendPage(
        reply,
        request.page,
        request.is_done ? donePage(request.page) : confirmPage(request.page),
      )
    })
    pages.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const request = await readRequest(deps, params.token)
      if (!request.what) return sendPage(reply.code(404), request.page, invalidLinkPage(request.page))
      const { what: unsubscription } = request
      const actor =
        (await findActorByAgentId(deps.db, unsubscription.agent_id)) ?? systemActor(unsubscription.agent_id)
      await deps.act(actor, (tx) => unsubscribe(tx, unsubscription))
      return sendPage(reply, request.page, donePage(request.page))
    })
  })
}

async function readRequest({ db, secrets, root_url }: Deps, token: string) {
  const unsubscription = parseUnsubscribeToken(secrets, token)
  const settings = await readSettings(db, { root_url, version: '' })
  const agent = unsubscription && (await findUnsubscriber(db, unsubscription.agent_id))
  const language = agent?.language || settings['app.lang']
  const page = {
    site_name: settings['app.site_name'],
    logo_url: settings['app.logo_url'],
    root_url: settings['app.root_url'],
    language,
    texts: await loadCatalogue(language),
  }
  if (!unsubscription || !agent) return { what: null, page }
  return {
    what: unsubscription,
    page: { ...page, kind: unsubscription.kind, name: agent.first_name },
    is_done: !wantsNotification(agent, unsubscription.kind, 'email'),
  }
}

const sendPage = (reply: FastifyReply, page: PublicPage, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', publicPagePolicy(page))
    .header('cache-control', 'no-store')
    // The URL grants the right to unsubscribe, so it must not leak as a referrer.
    .header('referrer-policy', 'no-referrer')
    .send(html)
