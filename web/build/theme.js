// Runs before anything is painted. web/src/lib/theme.ts writes the key that is read here.
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
