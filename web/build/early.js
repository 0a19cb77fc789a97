// Runs before anything is painted and before the app's code has loaded.
;(() => {
  /** Storage can be forbidden. */
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  // web/src/lib/theme.ts writes this key.
  const theme = stored('parley.theme')
  const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'

  // What a signed-in agent's first screen waits for. web/src/api/early-responses.ts hands the responses to the app.
  if (['/', '/reset-password', '/set-password'].includes(location.pathname)) return
  globalThis.earlyResponses = new Map()
  const request = (path) => {
    const response = fetch(path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(10_000),
    })
    globalThis.earlyResponses.set(path, response)
    // The app reports a failure, once it asks for the response.
    response.catch(() => {})
  }
  request('/api/v1/agents/me/bootstrap')
  // The texts of the last visit, stored by web/src/session/sync-config.ts. If the language has changed since, the app requests the new ones.
  request(`/api/v1/lang/${stored('parley.catalogue') ?? 'en'}`)
})()
