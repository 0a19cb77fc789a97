import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { readJson } from '../api/call.ts'
import { readStoredValue } from '../lib/browser/stored-value.ts'
import { installCatalogue } from '../lib/i18n.ts'
import { configQuery } from './queries.ts'
import { LANGUAGE_KEY, syncPreferences } from './sync-preferences.ts'

const Catalogue = z.record(z.string(), z.string())

/**
 * Loads language and favicon and updates them when the workspace's or the agent's settings change. Throws if the first
 * catalogue can't be loaded.
 */
export async function syncConfig(cache: QueryClient): Promise<void> {
  const config = await cache.fetchQuery(configQuery)
  const currentLanguage = () =>
    readStoredValue(LANGUAGE_KEY) || cache.getQueryData(configQuery.queryKey)?.['app.lang'] || 'en'
  let shown = currentLanguage()
  await loadCatalogue(shown)
  setFavicon(config['app.favicon_url'])
  const syncCatalogue = () => {
    const next = currentLanguage()
    if (next === shown) return
    const previous = shown
    shown = next
    // Keep the current language; the next change or reload retries.
    loadCatalogue(next).catch(() => (shown = previous))
  }
  syncPreferences(cache, syncCatalogue)
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== configQuery.queryKey[0]) return
    const current = cache.getQueryData(configQuery.queryKey)
    if (!current) return
    setFavicon(current['app.favicon_url'])
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
  const icon = url ? { type: '', href: new URL(url, location.href).href } : defaultFavicon
  if (link.href === icon.href) return
  link.type = icon.type
  link.href = icon.href
}
