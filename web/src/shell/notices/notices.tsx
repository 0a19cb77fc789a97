import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { readStoredValue, storeValue } from '../../lib/browser/stored-value.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { ConnectionNotice } from '../../realtime/connection-notice.tsx'
import { may } from '../../session/permissions.ts'
import { settingsQuery } from '../../session/queries.ts'
import { useMe } from '../../session/use-me.ts'
import { useUnhealthyParts } from '../../session/use-unhealthy-parts.ts'

// Rarely needed, so loaded on demand.
const WorkspaceNotices = lazyPart(() => import('./workspace-notices.tsx'), 'WorkspaceNotices')

const PausedNotice = lazyPart(() => import('./paused-notice.tsx'), 'PausedNotice')

const HealthNotices = lazyPart(() => import('./health-notices.tsx'), 'HealthNotices')

const HEIGHT = 'notices.height'

/**
 * Workspace-wide notices. Until they are loaded, reserves the height they had last time, so that the page doesn't
 * jump.
 */
export function Notices() {
  const me = useMe()
  const settings = useQuery(settingsQuery).data
  const update = settings?.['app.update']?.update
  const release = update?.is_new ? update : null
  const restart = settings?.['app.restart_required'] === true && may(me, 'general_settings:manage')
  const paused = settings?.['app.paused_copy'] ?? null
  const unhealthy = useUnhealthyParts()
  const [reservedHeight] = useState(() => readStoredValue(HEIGHT))
  const [isShown, setShown] = useState(false)
  const count = unhealthy.parts.length + Number(release !== null) + Number(restart) + Number(paused !== null)
  const isKnown = settings !== undefined && !unhealthy.isPending && (count === 0 || isShown)
  const containerRef = useRef<HTMLDivElement>(null)
  // Heights are only known to the browser.
  useEffect(() => {
    if (isKnown) storeValue(HEIGHT, count === 0 ? null : `${containerRef.current?.offsetHeight}px`)
  }, [isKnown, count])
  return (
    <>
      <ConnectionNotice />
      <div
        ref={containerRef}
        className="shrink-0"
        style={{ minHeight: (!isKnown && reservedHeight) || undefined }}
      >
        <Suspense>
          {paused && <PausedNotice copy={paused} />}
          {unhealthy.parts.length > 0 && <HealthNotices parts={unhealthy.parts} />}
          {(release || restart) && <WorkspaceNotices release={release} restart={restart} />}
          {count > 0 && <ReportShown onShown={setShown} />}
        </Suspense>
      </div>
    </>
  )
}

/** Reports when the notices beside it are rendered. */
function ReportShown({ onShown }: { onShown: (is: true) => void }) {
  useLayoutEffect(() => {
    onShown(true)
  }, [onShown])
  return null
}
