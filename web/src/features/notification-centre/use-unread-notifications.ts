import { markNotificationsRead } from '@parley/contract/notifications/notification-centre'
import { isQuiet } from '@parley/contract/notifications/quiet-hours'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../api/call.ts'
import { settingsQuery } from '../../session/queries.ts'
import { unreadNotifications } from '../../session/unread-notifications.ts'
import { useMe } from '../../session/use-me.ts'
import { unreadQuery } from './centre-queries.ts'
import { playTone } from './play-tone.ts'
import { showAppBadge } from './show-app-badge.ts'

/**
 * Shows the number of unread notifications in the bell, the title, the icon and the app's badge, plays a sound for new
 * ones, and marks those of the conversation that is being read.
 */
export function useUnreadNotifications(readingUuid: string | null) {
  const unread = useQuery(unreadQuery).data
  const count = unread?.count ?? 0
  const newest_at = unread?.newest_at ?? null
  const isAboutReading = readingUuid !== null && unread?.conversation_uuids[0] === readingUuid
  const maySound = useMaySound()

  // The bell, the document's icon and the app's badge are outside this component.
  useEffect(() => {
    unreadNotifications.set(count)
    void showAppBadge(count)
  }, [count])

  const isLoaded = unread !== undefined
  const previousNewest = useRef<string | null>(undefined)
  const onNewest = useEffectEvent((at: string | null) => {
    const before = previousNewest.current
    previousNewest.current = at
    const isNew = before !== undefined && at !== null && (before === null || at > before)
    if (isNew && !isAboutReading && maySound() && claimSound(at)) playTone()
  })
  // Sound is outside React.
  useEffect(() => {
    if (isLoaded) onNewest(newest_at)
  }, [isLoaded, newest_at])

  const isUnread = readingUuid !== null && unread?.conversation_uuids.includes(readingUuid)
  // If it fails, they stay unread.
  useEffect(() => {
    if (isUnread) call(markNotificationsRead, { body: { conversation_uuid: readingUuid } }).catch(() => {})
  }, [isUnread, readingUuid])
}

function useMaySound(): () => boolean {
  const me = useMe()
  const workspaceZone = useQuery(settingsQuery).data?.['app.timezone'] || 'UTC'
  return () =>
    me.notification_sound === true && !isQuiet(me.quiet_hours, me.time_zone || workspaceZone, new Date())
}

const SOUND_KEY = 'notifications.sounded'

/** Of several tabs, one plays the sound. */
function claimSound(newest_at: string): boolean {
  if ((localStorage.getItem(SOUND_KEY) ?? '') >= newest_at) return false
  localStorage.setItem(SOUND_KEY, newest_at)
  return true
}
