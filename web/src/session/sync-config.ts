import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { readJson } from '../api/call.ts'
import { readStoredValue, storeValue } from '../lib/browser/stored-value.ts'
import { installCatalogue } from '../lib/i18n.ts'
import { applyPreferences, LANGUAGE_KEY } from './apply-preferences.ts'
import { configQuery, meQuery } from './queries.ts'

const Catalogue = z.record(z.string(), z.string())

/**
 * Loads language and favicon, applies the agent's preferences, and updates all of them when the workspace's or the agent's settings
 * change, in whatever browser. Throws if the first catalogue can't be loaded.
 */
export async function syncConfig(cache: QueryClient): Promise<void> {
  const config = await cache.fetchQuery(configQuery)
  const currentLanguage = () =>
    readStoredValue(LANGUAGE_KEY) || cache.getQueryData(configQuery.queryKey)?.['app.lang'] || 'en'
  applyPreferences(cache)
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
  const sync = () => {
    applyPreferences(cache)
    const current = cache.getQueryData(configQuery.queryKey)
    if (!current) return
    setFavicon(current['app.favicon_url'])
    syncCatalogue()
  }
  const watched: readonly unknown[] = [configQuery.queryKey[0], meQuery.queryKey[0]]
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && watched.includes(query.queryKey[0])) sync()
  })
  // The agent may have been loaded together with the catalogue.
  sync()
}

async function loadCatalogue(code: string) {
  await installCatalogue(code, await readJson(`/api/v1/lang/${encodeURIComponent(code)}`, Catalogue))
  // web/build/early.js reads it on the next visit.
  storeValue('catalogue', code)
}

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
