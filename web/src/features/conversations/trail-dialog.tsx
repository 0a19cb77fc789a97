import type { TrailChange, TrailEntry, TrailStep } from '@parley/contract/conversations/conversation-events'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Clock, CornerDownRight, KeyRound, type LucideIcon, Undo2, UserRound, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadMore } from '../../api/load-more.ts'
import { trailQuery } from '../../api/trail-query.ts'
import { changedFieldText, changedValueText, stepText } from '../../explanation/trail-text.ts'
import { WhyButton } from '../../explanation/why-button.tsx'
import { fullDateTime } from '../../format/date-time.tsx'
import { readerLocale } from '../../format/locale.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { ErrorState } from '../../ui/display/error-state.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Who or what made each change of a conversation, newest first, and what caused it. */
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
        // The list needs the focus so that keys can scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        className="rounded-md"
      >
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            uuid={uuid}
            isTarget={messageId !== null && entry.message_ids.includes(messageId)}
          />
        ))}
      </ol>
      {trail.hasNextPage && (
        <Button
          size="sm"
          className="mt-2"
          disabled={trail.isFetchingNextPage}
          onClick={() => void loadMore(trail)}
        >
          {t('trail.older')}
        </Button>
      )}
    </>
  )
}

function Entry({ entry, uuid, isTarget }: { entry: TrailEntry; uuid: string; isTarget: boolean }) {
  const { t } = useTranslation()
  const Icon = icons[entry.actor.kind]
  return (
    <li
      aria-current={isTarget || undefined}
      className="-mx-2 grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2 rounded-md px-2 py-2 aria-[current]:bg-accent-subtle"
    >
      <Icon size={16} aria-hidden className="mt-0.5 text-ink-3" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="min-w-0 grow basis-56 wrap-anywhere">
            {stepText(entry, t)}
          </span>
          {entry.undo && <Badge icon={<Undo2 size={12} aria-hidden />}>{t('trail.undo')}</Badge>}
          <time dateTime={entry.at} className="text-xs text-ink-3 tabular-nums">
            {fullDateTime(entry.at)}
          </time>
          {entry.why && (
            <span className="text-xs text-ink-3">
              <WhyButton why={entry.why} what={stepText(entry, t)} uuid={uuid} />
            </span>
          )}
        </div>
        {entry.changes.length > 0 && <Changes changes={entry.changes} />}
        <CauseChain steps={entry.because} isCut={entry.depth > entry.because.length} />
      </div>
    </li>
  )
}

function Changes({ changes }: { changes: readonly TrailChange[] }) {
  const { t } = useTranslation()
  const context = { t, language: readerLocale() }
  return (
    <dl className="mt-0.5 text-xs text-ink-2">
      {changes.map((change) => (
        <div key={`${change.field}.${change.attribute}`} className="flex flex-wrap gap-x-1.5 wrap-anywhere">
          <dt dir="auto" className="text-ink-3">
            {changedFieldText(change, t)}
          </dt>
          <dd dir="auto" className="min-w-0">
            <span className="text-ink-3">{changedValueText(change.field, change.before, context)}</span>
            <span aria-hidden> → </span>
            <span className="sr-only"> {t('trail.became')} </span>
            <span className="font-medium text-ink">
              {changedValueText(change.field, change.after, context)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Nests each cause one level deeper than its effect. */
function CauseChain({ steps, isCut }: { steps: readonly TrailStep[]; isCut: boolean }) {
  const { t } = useTranslation()
  const [cause, ...earlierCauses] = steps
  if (!cause) return isCut ? <CauseLine>{t('trail.because.elsewhere')}</CauseLine> : null
  return (
    <CauseLine>
      {t('trail.because', { what: stepText(cause, t) })}
      <CauseChain steps={earlierCauses} isCut={isCut} />
    </CauseLine>
  )
}

function CauseLine({ children }: { children: ReactNode }) {
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
