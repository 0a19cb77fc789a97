import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { useConnection } from '../../realtime/connection.ts'
import { useMe } from '../../session/use-me.ts'

/** Saves drafts on the server that only this browser has, at the start and whenever the connection returns. */
export function useDraftUploads() {
  const cache = useQueryClient()
  const { id } = useMe()
  const isOnline = useConnection() === 'open'
  // The browser's storage is outside React.
  useEffect(
    () =>
      isOnline
        ? whenIdle(
            () =>
              void import('./upload-stored-drafts.ts')
                .then(({ uploadStoredDrafts }) => uploadStoredDrafts(cache, id))
                // They stay in this browser until the next time.
                .catch(() => {}),
          )
        : undefined,
    [cache, id, isOnline],
  )
}
