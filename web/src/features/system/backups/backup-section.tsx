import { type SystemBackup, type SystemBackups, startBackup } from '@parley/contract/system/system-backups'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { byteSize } from '../../../format/byte-size.ts'
import { RelativeTime, shortDateTime } from '../../../format/date-time.tsx'
import { durationText } from '../../../format/duration.ts'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { backupsQuery } from '../system-queries.ts'
import { SystemSection, SystemTable } from '../system-section.tsx'
import { describeSchedule } from './backup-schedule.ts'
import { BackupScheduleDialog } from './backup-schedule-dialog.tsx'

/** Where backups go, when, what the last ones came to, and a button for one now. */
export function BackupSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(backupsQuery)
  const [isEditing, setIsEditing] = useState(false)
  const start = useApiMutation(() => call(startBackup), { invalidateKey: queryKeys.systemBackups })
  return (
    <SystemSection
      title={t('system.backups')}
      aside={
        data &&
        data.target !== null && (
          <span className="flex gap-2">
            <Button size="sm" onClick={() => setIsEditing(true)}>
              {t('system.backup.change')}
            </Button>
            <Button
              size="sm"
              loading={start.isPending}
              disabled={data.state === 'running'}
              onClick={() => start.mutate()}
            >
              {t('system.backup.now')}
            </Button>
          </span>
        )
      }
    >
      {!data && error && (
        <ErrorState title={t('system.failed')} message={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <div className="flex flex-col gap-4">
          <Facts {...data} />
          {data.state !== 'idle' && <Running {...data} />}
          {data.backups.length > 0 && <BackupTable backups={data.backups} />}
        </div>
      )}
      {data && isEditing && (
        <BackupScheduleDialog
          settings={{ schedule: data.schedule, retention: data.retention }}
          isSetByEnvironment={data.is_set_by_environment}
          onClose={() => setIsEditing(false)}
        />
      )}
    </SystemSection>
  )
}

function Facts({ target, schedule, retention, next_at, includes_key, is_set_by_environment }: SystemBackups) {
  const { t } = useTranslation()
  if (target === null) return <p className="text-ink-2">{t('system.backup.no_target')}</p>
  const { days, weeks, months } = retention
  const kept = [
    days > 0 && t('system.backup.kept.days', { count: days }),
    weeks > 0 && t('system.backup.kept.weeks', { count: weeks }),
    months > 0 && t('system.backup.kept.months', { count: months }),
  ].filter((text) => text !== false)
  return (
    <div className="rounded-sheet border px-4 py-3">
      <dl className="grid gap-x-6 gap-y-2 md:grid-cols-[auto_minmax(0,1fr)]">
        <Fact name={t('system.backup.target')} note={t('system.backup.target.help')}>
          <span className="wrap-anywhere">{target}</span>
        </Fact>
        <Fact
          name={t('system.backup.schedule')}
          note={
            is_set_by_environment.schedule &&
            t('system.backup.set_by', { variable: 'PARLEY_BACKUP_SCHEDULE' })
          }
        >
          {describeSchedule(t, schedule)}
          {next_at && (
            <span className="text-ink-3"> · {t('system.backup.next', { time: shortDateTime(next_at) })}</span>
          )}
        </Fact>
        <Fact
          name={t('system.backup.kept')}
          note={
            is_set_by_environment.retention && t('system.backup.set_by', { variable: 'PARLEY_BACKUP_KEEP' })
          }
        >
          {kept.join(', ')}
        </Fact>
        <Fact name={t('system.backup.key')}>
          {t(includes_key ? 'system.backup.key.included' : 'system.backup.key.missing')}
        </Fact>
      </dl>
    </div>
  )
}

function Fact({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-3 max-md:not-first:mt-1">{name}</dt>
      <dd className="max-md:-mt-1.5">
        {children}
        {note && <span className="block text-xs text-ink-3">{note}</span>}
      </dd>
    </div>
  )
}

/** The backup that is being made, or that waits for a worker. */
function Running({ state, progress }: SystemBackups) {
  const { t } = useTranslation()
  const label =
    state === 'queued' ? t('system.backup.queued') : t(`system.backup.step.${progress?.step ?? 'copy'}`)
  const percent = Math.floor((progress?.share ?? 0) * 100)
  const left = progress?.seconds_left ?? null
  return (
    <div role="status" className="rounded-sheet border px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        {state === 'running' && progress && (
          <span className="text-ink-3 tabular-nums">
            {percent} %
            {left !== null &&
              ` · ${t('system.backup.left', { duration: durationText(Math.max(1, left) * 1000) })}`}
          </span>
        )}
      </p>
      {state === 'running' && (
        <progress
          aria-label={label}
          max={100}
          {...(progress && { value: percent })}
          className="mt-2 h-1.5 w-full accent-accent"
        />
      )}
    </div>
  )
}

const stateTones: Record<SystemBackup['state'], Tone> = {
  running: 'accent',
  finished: 'good',
  failed: 'bad',
  removed: 'neutral',
}

function BackupTable({ backups }: Pick<SystemBackups, 'backups'>) {
  const { t } = useTranslation()
  return (
    <SystemTable
      label={t('system.backup.last')}
      columns={[
        { label: t('system.backup.created') },
        { label: t('system.backup.result') },
        { label: t('system.backup.duration'), isNumber: true },
        { label: t('system.backup.size'), isNumber: true },
      ]}
      rows={backups.map((backup) => ({
        key: `${backup.target} ${backup.name}`,
        cells: [
          <span key="name">
            <RelativeTime at={backup.created_at} className="font-medium whitespace-nowrap" />
            <span className="block text-xs text-ink-3 wrap-anywhere">{backup.name}</span>
          </span>,
          <Result key="result" {...backup} />,
          backup.duration_seconds === null
            ? '–'
            : durationText(Math.max(1, Math.round(backup.duration_seconds)) * 1000),
          backup.bytes === null ? '–' : byteSize(backup.bytes),
        ],
      }))}
    />
  )
}

function Result({ state, is_checked, error }: SystemBackup) {
  const { t } = useTranslation()
  const label = state === 'finished' ? (is_checked ? 'checked' : 'unchecked') : state
  return (
    <>
      <Badge tone={label === 'unchecked' ? 'neutral' : stateTones[state]}>
        {t(`system.backup.state.${label}`)}
      </Badge>
      {error && <span className="mt-1 block min-w-48 text-xs text-bad wrap-anywhere">{error}</span>}
    </>
  )
}
