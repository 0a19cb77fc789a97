import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ConnectionNotice } from '../realtime/connection-notice.tsx'
import { may } from '../session/may.ts'
import { settingsQuery } from '../session/queries.ts'
import { useMe } from '../session/use-me.ts'
import { useTroubledParts } from '../session/use-troubled-parts.ts'

// Seldom there, so loaded when they are.
const WorkspaceNotices = lazy(() =>
  import('./workspace-notices.tsx').then((m) => ({ default: m.WorkspaceNotices })),
)

const HealthNotices = lazy(() => import('./health-notices.tsx').then((m) => ({ default: m.HealthNotices })))

/** What the whole workspace should know. */
export function Notices() {
  const me = useMe()
  const settings = useQuery(settingsQuery).data
  const update = settings?.['app.update']?.update
  const release = update?.is_new ? update : null
  const restart = settings?.['app.restart_required'] === true && may(me, 'general_settings:manage')
  const troubled = useTroubledParts()
  return (
    <>
      <ConnectionNotice />
      {troubled.length > 0 && (
        <Suspense>
          <HealthNotices parts={troubled} />
        </Suspense>
      )}
      {(release || restart) && (
        <Suspense>
          <WorkspaceNotices release={release} restart={restart} />
        </Suspense>
      )}
    </>
  )
}
