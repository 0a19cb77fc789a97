import type { FastifyReply } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { type PublicPage, publicPagePolicy } from '../../http/pages/public-page.ts'
import { loadCatalogue } from './languages.ts'
import { readSettings } from './settings.ts'

/** Workspace data for pages outside the app. */
export async function readWorkspacePage(
  db: Db,
  instance: { root_url: string; version: string },
): Promise<PublicPage> {
  const settings = await readSettings(db, instance)
  const language = settings['app.lang']
  return {
    site_name: settings['app.site_name'],
    logo_url: settings['app.logo_url'],
    language,
    texts: await loadCatalogue(language),
  }
}

export const sendWorkspacePage = (reply: FastifyReply, page: PublicPage, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', publicPagePolicy(page))
    .header('cache-control', 'no-store')
    .send(html)
