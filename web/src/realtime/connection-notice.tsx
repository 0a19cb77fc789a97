import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/inputs/button.tsx'
import { retryConnection, useConnection } from './connection.ts'

/** Shorter interruptions are not shown. */
const SHOW_AFTER_MS = 2_000

/** A notice that live updates are interrupted, with a retry button. */
export function ConnectionNotice() {
  const { t } = useTranslation()
  const connection = useConnection()
  const isDisconnected = connection === 'lost' || connection === 'stopped'
  const hasLasted = useHasLasted(isDisconnected, SHOW_AFTER_MS)
  if (!isDisconnected || !hasLasted) return null
  return (
    <div
      role="status"
      className="mb-2 flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 rounded-lg bg-warn-subtle px-3 py-1.5 max-md:mx-2"
    >
      <CloudOff size={16} aria-hidden className="text-warn" />
      <span className="min-w-0 flex-1">
        {t('connection.lost')} {connection === 'lost' && t('connection.retrying')}
      </span>
      <Button size="sm" onClick={retryConnection}>
        {t('connection.retry')}
      </Button>
    </div>
  )
}

/** Whether a condition has lasted for a while. */
function useHasLasted(condition: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  // Timers are outside React.
  useEffect(() => {
    const timer = setTimeout(() => setHasLasted(condition), condition ? ms : 0)
    return () => clearTimeout(timer)
  }, [condition, ms])
  return hasLasted
}
