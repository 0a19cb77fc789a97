import { type QueryClient, useQueryClient } from '@tanstack/react-query'
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
  useEffect(() => (isOnline ? whenIdle(() => uploadDrafts(cache, id)) : undefined), [cache, id, isOnline])
}

export const uploadDrafts = (cache: QueryClient, agent_id: number) =>
  void import('./upload-stored-drafts.ts')
    .then(({ uploadStoredDrafts }) => uploadStoredDrafts(cache, agent_id))
    // They stay in this browser until the next time.
    .catch(() => {})
