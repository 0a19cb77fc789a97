import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useIsReading } from '../../features/conversations/currently-reading.ts'
import { useUnreadNotifications } from '../../features/notification-centre/use-unread-notifications.ts'
import { useRenewSubscription } from '../../session/push-subscription.ts'

/** Follows the unread notifications as long as the shell is open. Loaded when the browser is idle. */
export function NotificationWatch() {
  const { uuid = '' } = useParams({ strict: false })
  const isReading = useIsReading(uuid)
  useUnreadNotifications(isReading ? uuid : null)
  useRenewSubscription()
  useOpenFromPush()
  return null
}

/** A click on a push notification opens its conversation in this tab, without loading the app again. */
function useOpenFromPush() {
  const navigate = useNavigate()
  const open = useEffectEvent(({ data }: MessageEvent<{ type?: string; path?: string }>) => {
    if (data.type === 'open' && data.path) void navigate({ to: data.path })
  })
  // The service worker is outside React.
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    navigator.serviceWorker.addEventListener('message', open)
    return () => navigator.serviceWorker.removeEventListener('message', open)
  }, [])
}
