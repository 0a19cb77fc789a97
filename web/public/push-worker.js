// Shows push notifications and opens what they are about. It caches nothing and answers no requests.

/** @typedef {{title: string, body: string, path: string, tag: string}} Payload from server/src/features/notifications/push/push-payload.ts */

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.json())))

/** @param {Payload | undefined} payload */
async function show(payload) {
  if (!payload) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A visible tab shows it itself.
  if (tabs.some((tab) => tab.visibilityState === 'visible')) return
  const { title, body, path, tag } = payload
  await self.registration.showNotification(title, { body, tag, data: { path } })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** @param {string} path */
async function open(path) {
  const url = new URL(path, self.location.origin).href
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((one) => one.url === url) ?? tabs[0]
  if (!tab) return self.clients.openWindow(url)
  await tab.focus()
  // The page navigates by itself, without loading again; a tab that is not ours to control is loaded.
  if (tab.url !== url) tab.postMessage({ type: 'open', path })
}

// The browser or its push service has replaced the subscription. Without this, pushes would end silently.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew()))

async function renew() {
  const subscriptions = await read('/api/v1/push/subscriptions')
  // Signed out, or whoever signed in since has not turned on push in this browser.
  if (!subscriptions?.some((one) => one.is_current)) return
  const { public_key } = await read('/api/v1/push/key')
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  })
  const { endpoint, keys } = subscription.toJSON()
  // Where workers can't read cookies, the server refuses this, and the next start of the app renews it.
  const csrf = await self.cookieStore?.get('csrf_token')
  await fetch('/api/v1/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(csrf && { 'X-CSRFTOKEN': csrf.value }) },
    body: JSON.stringify({ endpoint, keys, public_key }),
  })
}

/** @param {string} path The data of the answer; undefined if it is refused. */
async function read(path) {
  const answer = await fetch(path, { headers: { accept: 'application/json' } })
  return answer.ok ? (await answer.json()).data : undefined
}
