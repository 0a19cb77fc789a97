import type { FastifyInstance, FastifyReply } from 'fastify'
import { systemActor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import { type PublicPage, publicPolicy } from '../../http/public-page.ts'
import type { Secrets } from '../../secrets.ts'
import { actorOfAgent } from '../auth/load-actor.ts'
import { catalogue } from '../settings/lang.ts'
import { readSettings } from '../settings/settings.ts'
import { readUnsubscriber, unsubscribe } from './unsubscribe.ts'
import { readUnsubscription } from './unsubscribe-link.ts'
import { askingPage, donePage, unknownPage } from './unsubscribe-page.ts'

type Deps = { db: Db; act: Act; secrets: Secrets; root_url: string }

/**
 * The pages behind the links in mails. They know no session (authenticate.ts passes them by): who has the link may turn these mails off. A
 * mail program posts to the same address at a click, without asking first (RFC 8058).
 */
export async function unsubscribeRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (pages) => {
    // What is posted says nothing that the address does not say.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { bodyLimit: 16_384 }, (_request, payload, done) => {
      payload.resume().on('end', () => done(null))
    })
    pages.get<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const asked = await read(deps, params.token)
      if (!asked.what) return send(reply.code(404), asked.page, unknownPage(asked.page))
      return send(reply, asked.page, asked.is_done ? donePage(asked.page) : askingPage(asked.page))
    })
    pages.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const asked = await read(deps, params.token)
      if (!asked.what) return send(reply.code(404), asked.page, unknownPage(asked.page))
      const { what } = asked
      const actor = (await actorOfAgent(deps.db, what.agent_id)) ?? systemActor(what.agent_id)
      await deps.act(actor, (tx) => unsubscribe(tx, what))
      return send(reply, asked.page, donePage(asked.page))
    })
  })
}

async function read({ db, secrets, root_url }: Deps, token: string) {
  const what = readUnsubscription(secrets, token)
  const settings = await readSettings(db, { root_url, version: '' })
  const agent = what && (await readUnsubscriber(db, what.agent_id))
  const language = agent?.language || settings['app.lang']
  const page = {
    site_name: settings['app.site_name'],
    logo_url: settings['app.logo_url'],
    root_url: settings['app.root_url'],
    language,
    texts: await catalogue(language),
  }
  if (!what || !agent) return { what: null, page }
  return {
    what,
    page: { ...page, kind: what.kind, name: agent.first_name },
    is_done: agent.muted_notifications.includes(what.kind),
  }
}

const send = (reply: FastifyReply, page: PublicPage, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', publicPolicy(page))
    .header('cache-control', 'no-store')
    // The address is the right to unsubscribe: it is told nobody.
    .header('referrer-policy', 'no-referrer')
    .send(html)
