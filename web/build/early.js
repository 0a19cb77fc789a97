// Runs before anything is painted and before the app's code has loaded.

// web/src/lib/theme.ts writes the key that is read here.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('parley.theme')
  } catch {
    // Storage can be forbidden; the system's choice stands then.
  }
  const dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()

// What a signed-in agent's first screen waits for. web/src/api/early-responses.ts hands the responses to the app.
;(() => {
  if (['/', '/reset-password', '/set-password'].includes(location.pathname)) return
  const get = (path) =>
    fetch(path, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(10_000) })
  const hold = (path, response) => {
    globalThis.earlyResponses.set(path, response)
    // The app reports a failure, once it asks for the response.
    response.catch(() => {})
  }
  globalThis.earlyResponses = new Map()
  const bootstrap = get('/api/v1/agents/me/bootstrap').then(async (response) => {
    if (!response.ok) return response
    const { me, config } = (await response.clone().json()).data
    const catalogue = `/api/v1/lang/${me.language || config['app.lang'] || 'en'}`
    hold(catalogue, get(catalogue))
    return response
  })
  hold('/api/v1/agents/me/bootstrap', bootstrap)
})()
