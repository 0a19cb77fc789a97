import { dismissRelease, type GeneralSettings } from '@parley/contract/settings/settings'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUpRight, CircleArrowUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { fullDate } from '../../format/date-time.tsx'
import { settingsQuery } from '../../session/queries.ts'
import { IconButton } from '../../ui/inputs/icon-button.tsx'

type Release = NonNullable<GeneralSettings['app.update']>['update']

/** A newer release, until this agent dismisses it, and a pending restart. */
export function WorkspaceNotices({ release, restart }: { release: Release | null; restart: boolean }) {
  const { t } = useTranslation()
  const dismiss = useDismiss()
  return (
    <>
      {release && (
        <Notice dismiss={() => dismiss(release.release_version)}>
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
      {restart && <Notice>{t('shell.restart')}</Notice>}
    </>
  )
}

/** Hides the release at once; the server remembers it for all of this agent's browsers. */
function useDismiss() {
  const cache = useQueryClient()
  const { mutate } = useApiMutation(
    (release_version: string) => call(dismissRelease, { body: { release_version } }),
    {
      onMutate: async () => {
        // A refetch that has already started would show the release again.
        await cache.cancelQueries(settingsQuery)
        cache.setQueryData(
          settingsQuery.queryKey,
          (settings) => settings && { ...settings, 'app.update': null },
        )
      },
      onSettled: () => cache.invalidateQueries(settingsQuery),
    },
  )
  return mutate
}

function Notice({ dismiss, children }: { dismiss?: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      className="mb-2 flex shrink-0 items-start gap-2 rounded-lg bg-accent-subtle px-3 py-1.5 max-md:mx-2"
    >
      <CircleArrowUp size={16} aria-hidden className="mt-1 shrink-0 text-accent-text" />
      <div className="my-0.5 flex min-w-0 grow flex-wrap gap-x-2">{children}</div>
      {dismiss && (
        <IconButton label={t('shell.release_dismiss')} size="sm" onClick={dismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
