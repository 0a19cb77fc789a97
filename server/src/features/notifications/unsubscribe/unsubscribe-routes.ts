import type { FastifyInstance, FastifyReply } from 'fastify'
import { systemActor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import { type PublicPage, publicPagePolicy } from '../../../http/pages/public-page.ts'
import type { Secrets } from '../../../secrets.ts'
import { findActorByAgentId } from '../../auth/load-actor.ts'
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
      const asked = await readRequest(deps, params.token)
      if (!asked.what) return sendPage(reply.code(404), asked.page, invalidLinkPage(asked.page))
      return sendPage(reply, asked.page, asked.is_done ? donePage(asked.page) : confirmPage(asked.page))
    })
    pages.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const asked = await readRequest(deps, params.token)
      if (!asked.what) return sendPage(reply.code(404), asked.page, invalidLinkPage(asked.page))
      const { what } = asked
      const actor = (await findActorByAgentId(deps.db, what.agent_id)) ?? systemActor(what.agent_id)
      await deps.act(actor, (tx) => unsubscribe(tx, what))
      return sendPage(reply, asked.page, donePage(asked.page))
    })
  })
}

async function readRequest({ db, secrets, root_url }: Deps, token: string) {
  const what = parseUnsubscribeToken(secrets, token)
  const settings = await readSettings(db, { root_url, version: '' })
  const agent = what && (await findUnsubscriber(db, what.agent_id))
  const language = agent?.language || settings['app.lang']
  const page = {
    site_name: settings['app.site_name'],
    logo_url: settings['app.logo_url'],
    root_url: settings['app.root_url'],
    language,
    texts: await loadCatalogue(language),
  }
  if (!what || !agent) return { what: null, page }
  return {
    what,
    page: { ...page, kind: what.kind, name: agent.first_name },
    is_done: agent.muted_notifications.includes(what.kind),
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
