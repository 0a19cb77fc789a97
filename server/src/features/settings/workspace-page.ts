import type { FastifyReply } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { type PublicPage, publicPolicy } from '../../http/public-page.ts'
import { catalogue } from './lang.ts'
import { readSettings } from './settings.ts'

/** What a page that is no part of the desk needs of the workspace. */
export async function readWorkspacePage(
  db: Db,
  fixed: { root_url: string; version: string },
): Promise<PublicPage> {
  const settings = await readSettings(db, fixed)
  const language = settings['app.lang']
  return {
    site_name: settings['app.site_name'],
    logo_url: settings['app.logo_url'],
    language,
    texts: await catalogue(language),
  }
}

export const sendWorkspacePage = (reply: FastifyReply, page: PublicPage, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', publicPolicy(page))
    .header('cache-control', 'no-store')
    .send(html)
