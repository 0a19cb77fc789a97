import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, CircleArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fullDate } from '../format/time.tsx'
import { ConnectionNotice } from '../realtime/connection-notice.tsx'
import { may } from '../session/may.ts'
import { settingsQuery } from '../session/queries.ts'
import { useMe } from '../session/use-me.ts'

/** What the whole workspace should know: a newer release, a restart that is due. */
export function Notices() {
  const { t } = useTranslation()
  const me = useMe()
  const settings = useQuery(settingsQuery).data
  const release = settings?.['app.update']?.update
  return (
    <>
      <ConnectionNotice />
      {release?.is_new && (
        <Notice>
          <span>
            {t('shell.release', {
              version: release.release_version,
              date: fullDate(release.release_date),
            })}
          </span>
          <a
            href={release.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-0.5 font-medium text-accent-text underline-offset-2 hover:underline"
          >
            {t('shell.release_link')}
            <ArrowUpRight size={14} aria-hidden />
          </a>
        </Notice>
      )}
      {settings?.['app.restart_required'] && may(me, 'general_settings:manage') && (
        <Notice>{t('shell.restart')}</Notice>
      )}
    </>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="mb-2 flex shrink-0 flex-wrap items-center gap-x-2 gap-y-0.5 rounded-lg bg-accent-subtle px-3 py-1.5 max-md:mx-2"
    >
      <CircleArrowUp size={16} aria-hidden className="text-accent-text" />
      {children}
    </div>
  )
}
