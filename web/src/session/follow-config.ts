import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { readJson } from '../api/call.ts'
import { installCatalogue } from '../lib/i18n.ts'
import { readRemembered } from '../lib/remembered.ts'
import { followMe, LANGUAGE } from './follow-me.ts'
import { configQuery } from './queries.ts'

const Catalogue = z.record(z.string(), z.string())

/** Words and favicon as the workspace has them and the agent chose them, now and whenever either changes. Throws when the first words cannot be had. */
export async function followConfig(cache: QueryClient): Promise<void> {
  const config = await cache.fetchQuery(configQuery)
  const wantedNow = () =>
    readRemembered(LANGUAGE) || cache.getQueryData(configQuery.queryKey)?.['app.lang'] || 'en'
  let shown = wantedNow()
  await fetchWords(shown)
  setFavicon(config['app.favicon_url'])
  const followWords = () => {
    const wanted = wantedNow()
    if (wanted === shown) return
    const before = shown
    shown = wanted
    // What is there still serves; the next change, or a reload, tries again.
    fetchWords(wanted).catch(() => (shown = before))
  }
  followMe(cache, followWords)
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== configQuery.queryKey[0]) return
    const now = cache.getQueryData(configQuery.queryKey)
    if (!now) return
    setFavicon(now['app.favicon_url'])
    followWords()
  })
}

const fetchWords = async (code: string) =>
  installCatalogue(code, await readJson(`/api/v1/lang/${encodeURIComponent(code)}`, Catalogue))

let ours: { type: string; href: string } | null = null

function setFavicon(url: string | undefined) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  ours ??= { type: link.type, href: link.href }
  const wanted = url ? { type: '', href: new URL(url, location.href).href } : ours
  if (link.href === wanted.href) return
  link.type = wanted.type
  link.href = wanted.href
}
