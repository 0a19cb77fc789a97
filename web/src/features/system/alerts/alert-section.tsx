import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../format/date-time.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { alertSettingsQuery, alertsQuery } from '../system-queries.ts'
import { SystemSection } from '../system-section.tsx'
import { AlertSettingsDialog } from './alert-settings-dialog.tsx'

/** Who is emailed about alerts, and which have been resolved lately. */
export function AlertSection() {
  const { t } = useTranslation()
  const settings = useQuery(alertSettingsQuery)
  const alerts = useQuery(alertsQuery)
  const [isEditing, setIsEditing] = useState(false)
  const resolved = (alerts.data ?? []).filter(({ resolved_at }) => resolved_at !== null)
  return (
    <SystemSection
      title={t('system.alerts')}
      aside={
        settings.data && (
          <Button size="sm" onClick={() => setIsEditing(true)}>
            {t('system.alerts.edit')}
          </Button>
        )
      }
    >
      <div className="rounded-sheet border px-4 py-3">
        {settings.error && <p className="text-bad">{settings.error.message}</p>}
        {settings.isPending && <Skeleton className="h-5 w-60" />}
        {settings.data && <Recipients {...settings.data} />}
        {resolved.length > 0 && (
          <ul className="mt-3 border-t pt-2 text-ink-2">
            {resolved.map(({ condition, subject, raised_at, resolved_at }) => (
              <li key={`${condition} ${subject} ${raised_at}`} className="flex flex-wrap gap-x-2 py-0.5">
                <span className="wrap-anywhere">
                  {t(`system.alert.${condition}`)}
                  {subject && ` (${subject})`}
                </span>
                <span className="text-ink-3 md:ml-auto">
                  {t('system.alerts.resolved')} {resolved_at && <RelativeTime at={resolved_at} />}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isEditing && settings.data && (
        <AlertSettingsDialog settings={settings.data} onClose={() => setIsEditing(false)} />
      )}
    </SystemSection>
  )
}

function Recipients({
  email_enabled,
  addresses,
  problem,
}: {
  email_enabled: boolean
  addresses: readonly string[]
  problem: string | null
}) {
  const { t } = useTranslation()
  if (!email_enabled) return <p className="text-ink-2">{t('system.alerts.off')}</p>
  return (
    <>
      <p className="wrap-anywhere">
        {addresses.length > 0
          ? t('system.alerts.to', { addresses: addresses.join(', ') })
          : t('system.alerts.to_admins')}
      </p>
      {problem && (
        <p role="status" className="mt-1 text-warn wrap-anywhere">
          {problem}
        </p>
      )}
    </>
  )
}
