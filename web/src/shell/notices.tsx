import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ConnectionNotice } from '../realtime/connection-notice.tsx'
import { may } from '../session/may.ts'
import { settingsQuery } from '../session/queries.ts'
import { useMe } from '../session/use-me.ts'

// Seldom there, so loaded when they are.
const WorkspaceNotices = lazy(() =>
  import('./workspace-notices.tsx').then((m) => ({ default: m.WorkspaceNotices })),
)

/** What the whole workspace should know. */
export function Notices() {
  const me = useMe()
  const settings = useQuery(settingsQuery).data
  const update = settings?.['app.update']?.update
  const release = update?.is_new ? update : null
  const restart = settings?.['app.restart_required'] === true && may(me, 'general_settings:manage')
  return (
    <>
      <ConnectionNotice />
      {(release || restart) && (
        <Suspense>
          <WorkspaceNotices release={release} restart={restart} />
        </Suspense>
      )}
    </>
  )
}
