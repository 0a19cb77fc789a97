import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { readJson } from '../api/call.ts'
import { readStoredValue } from '../lib/browser/stored-value.ts'
import { installCatalogue } from '../lib/i18n.ts'
import { configQuery } from './queries.ts'
import { LANGUAGE_KEY, syncPreferences } from './sync-preferences.ts'

const Catalogue = z.record(z.string(), z.string())

/** Words and favicon as the workspace has them and the agent chose them, now and whenever either changes. Throws when the first words cannot be had. */
export async function syncConfig(cache: QueryClient): Promise<void> {
  const config = await cache.fetchQuery(configQuery)
  const currentLanguage = () =>
    readStoredValue(LANGUAGE_KEY) || cache.getQueryData(configQuery.queryKey)?.['app.lang'] || 'en'
  let shown = currentLanguage()
  await loadCatalogue(shown)
  setFavicon(config['app.favicon_url'])
  const syncCatalogue = () => {
    const wanted = currentLanguage()
    if (wanted === shown) return
    const before = shown
    shown = wanted
    // What is there still serves; the next change, or a reload, tries again.
    loadCatalogue(wanted).catch(() => (shown = before))
  }
  syncPreferences(cache, syncCatalogue)
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== configQuery.queryKey[0]) return
    const now = cache.getQueryData(configQuery.queryKey)
    if (!now) return
    setFavicon(now['app.favicon_url'])
    syncCatalogue()
  })
}

const loadCatalogue = async (code: string) =>
  installCatalogue(code, await readJson(`/api/v1/lang/${encodeURIComponent(code)}`, Catalogue))

let defaultFavicon: { type: string; href: string } | null = null

function setFavicon(url: string | undefined) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  defaultFavicon ??= { type: link.type, href: link.href }
  const wanted = url ? { type: '', href: new URL(url, location.href).href } : defaultFavicon
  if (link.href === wanted.href) return
  link.type = wanted.type
  link.href = wanted.href
}
