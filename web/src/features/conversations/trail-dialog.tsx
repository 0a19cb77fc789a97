import type { TrailChange, TrailEntry, TrailStep } from '@parley/contract/conversation-events'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Clock, CornerDownRight, KeyRound, type LucideIcon, UserRound, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { trailQuery } from '../../api/trail.ts'
import { fieldWords, stepWords, valueWords } from '../../explanation/trail-words.ts'
import { WhyButton } from '../../explanation/why-button.tsx'
import { readerLocale } from '../../format/locale.ts'
import { fullDateTime } from '../../format/time.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Who or what made each change of a conversation, newest first, and what led to it. */
export function TrailDialog({
  uuid,
  messageId,
  onClose,
  onShowAll,
}: {
  uuid: string
  messageId: number | null
  onClose: () => void
  onShowAll: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('trail.title')}
      description={t(messageId === null ? 'trail.description' : 'trail.description.line')}
    >
      {messageId !== null && (
        <Button size="sm" onClick={onShowAll} className="mb-2">
          {t('trail.show_all')}
        </Button>
      )}
      <Entries uuid={uuid} messageId={messageId} />
    </Dialog>
  )
}

function Entries({ uuid, messageId }: { uuid: string; messageId: number | null }) {
  const { t } = useTranslation()
  const trail = useInfiniteQuery(trailQuery(uuid, messageId))
  if (trail.isPending) return <Loading />
  if (trail.isError && !trail.data)
    return (
      <ErrorState
        title={t('trail.error')}
        message={trail.error.message}
        onRetry={() => void trail.refetch()}
      />
    )
  const entries = trail.data.pages.flatMap((page) => page.results)
  return (
    <>
      <ol
        aria-label={t('trail.title')}
        // Without it nothing in here could have the focus, and keys could not scroll.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        className="rounded-md"
      >
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            uuid={uuid}
            asked={messageId !== null && entry.message_ids.includes(messageId)}
          />
        ))}
      </ol>
      {trail.hasNextPage && (
        <Button
          size="sm"
          className="mt-2"
          disabled={trail.isFetchingNextPage}
          onClick={() => void trail.fetchNextPage()}
        >
          {t('trail.older')}
        </Button>
      )}
    </>
  )
}

function Entry({ entry, uuid, asked }: { entry: TrailEntry; uuid: string; asked: boolean }) {
  const { t } = useTranslation()
  const Icon = icons[entry.actor.kind]
  return (
    <li
      aria-current={asked || undefined}
      className="-mx-2 grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 rounded-md px-2 py-2 aria-[current]:bg-accent-subtle"
    >
      <Icon size={16} aria-hidden className="mt-0.5 text-ink-3" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="min-w-0 grow basis-56 wrap-anywhere">
            {stepWords(entry, t)}
          </span>
          <time dateTime={entry.at} className="text-xs text-ink-3 tabular-nums">
            {fullDateTime(entry.at)}
          </time>
          {entry.why && (
            <span className="text-xs text-ink-3">
              <WhyButton why={entry.why} what={stepWords(entry, t)} uuid={uuid} />
            </span>
          )}
        </div>
        {entry.changes.length > 0 && <Changes changes={entry.changes} />}
        <Because steps={entry.because} isCut={entry.depth > entry.because.length} />
      </div>
    </li>
  )
}

function Changes({ changes }: { changes: readonly TrailChange[] }) {
  const { t } = useTranslation()
  const words = { t, language: readerLocale() }
  return (
    <dl className="mt-0.5 text-xs text-ink-2">
      {changes.map((change) => (
        <div key={`${change.field}.${change.attribute}`} className="flex flex-wrap gap-x-1.5 wrap-anywhere">
          <dt dir="auto" className="text-ink-3">
            {fieldWords(change, t)}
          </dt>
          <dd dir="auto" className="min-w-0">
            <span className="text-ink-3">{valueWords(change.field, change.before, words)}</span>
            <span aria-hidden> → </span>
            <span className="sr-only"> {t('trail.became')} </span>
            <span className="font-medium text-ink">{valueWords(change.field, change.after, words)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Each cause one step further in than what it led to. */
function Because({ steps, isCut }: { steps: readonly TrailStep[]; isCut: boolean }) {
  const { t } = useTranslation()
  const [nearest, ...further] = steps
  if (!nearest) return isCut ? <BecauseLine>{t('trail.because.elsewhere')}</BecauseLine> : null
  return (
    <BecauseLine>
      {t('trail.because', { what: stepWords(nearest, t) })}
      <Because steps={further} isCut={isCut} />
    </BecauseLine>
  )
}

function BecauseLine({ children }: { children: ReactNode }) {
  return (
    <div className="mt-0.5 grid grid-cols-[1rem_minmax(0,1fr)] gap-x-1 text-xs text-ink-2">
      <CornerDownRight size={12} aria-hidden className="mt-0.5 text-ink-3" />
      <div dir="auto" className="min-w-0 wrap-anywhere">
        {children}
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div aria-busy className="space-y-4 py-2">
      {['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}

const icons: Record<TrailStep['actor']['kind'], LucideIcon> = {
  agent: UserRound,
  api_key: KeyRound,
  contact: UserRound,
  rule: Zap,
  system: Clock,
}
