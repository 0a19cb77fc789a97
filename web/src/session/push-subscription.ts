import { createPushSubscription, getPushKey } from '@parley/contract/notifications/push'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { useMe } from './use-me.ts'

const WORKER_PATH = '/push-worker.js'
/** Who turned on push notifications in this browser. */
const OWNER_KEY = 'push.agent'

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Asks for permission if necessary. Throws a `PushRefused` that says why it isn't possible. */
export async function turnOnPush(agent_id: number): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('denied')
  await subscribe()
  localStorage.setItem(OWNER_KEY, String(agent_id))
}

export class PushRefused extends Error {
  readonly reason: 'denied' | 'unavailable'
  constructor(reason: 'denied' | 'unavailable') {
    super(reason)
    this.reason = reason
  }
}

/** In this browser. The server forgets it when it is removed there, or when its next message is refused. */
export async function turnOffPush(): Promise<void> {
  localStorage.removeItem(OWNER_KEY)
  const registration = await navigator.serviceWorker.getRegistration(WORKER_PATH)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

async function subscribe(): Promise<void> {
  const { public_key } = await call(getPushKey)
  const registration = await navigator.serviceWorker.register(WORKER_PATH)
  await navigator.serviceWorker.ready
  const existing = await registration.pushManager.getSubscription()
  const isCurrent = existing && toBase64Url(existing.options.applicationServerKey) === public_key
  // A subscription belongs to the server's key.
  if (existing && !isCurrent) await existing.unsubscribe()
  const subscription = isCurrent
    ? existing
    : await registration.pushManager
        .subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
        .catch(() => {
          throw new PushRefused('unavailable')
        })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await call(createPushSubscription, {
    body: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }, public_key },
  })
}

/** Signing out ends push in a browser; signing in again brings it back for the same agent. */
export function useRenewSubscription() {
  const { id } = useMe()
  // The service worker is outside React.
  useEffect(() => {
    if (!isPushSupported() || localStorage.getItem(OWNER_KEY) !== String(id)) return
    if (Notification.permission === 'granted') subscribe().catch(() => {})
  }, [id])
}

function toBase64Url(key: ArrayBuffer | null): string {
  const bytes = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer()))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
