import type { Deletion } from '@parley/contract/deletions'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { keys } from '../api/query.ts'
import { toast } from '../lib/toast.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { UsageSearch } from './usage-link.tsx'

/**
 * Asks once, and says first what the deletion does to other things, or why it is refused (product-decisions 25). What goes wrong is said in
 * the dialog, which stays.
 */
export function DeleteDialog({
  title,
  confirmLabel,
  deleted,
  kind,
  lead,
  preview,
  remove,
  onClose,
  onDeleted,
  inTheWay,
  children,
}: {
  title: string
  confirmLabel: string
  /** The toast afterwards. */
  deleted: string
  /** Everything under this key is fetched again. */
  kind: QueryKey
  /** Said above the effects, where something else than a deletion is asked about. */
  lead?: string
  /** Left out where nothing else can be affected. */
  preview?: () => Promise<Deletion>
  remove: () => Promise<unknown>
  onClose: () => void
  onDeleted?: () => void
  /** Leads to the conversations that refuse the deletion. */
  inTheWay?: UsageSearch
  /** A sentence for what has no preview. */
  children?: string
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const before = useQuery({
    queryKey: keys.deletionPreview(kind, title),
    queryFn: () => preview?.() ?? Promise.resolve({ refusal: null, effects: [] }),
    // Counted when it is asked, never remembered.
    gcTime: 0,
    staleTime: 0,
  })
  const removal = useMutation({
    networkMode: 'always',
    mutationFn: remove,
    onSuccess: async () => {
      onClose()
      onDeleted?.()
      await cache.invalidateQueries({ queryKey: kind })
      toast.success(deleted)
    },
  })
  const failure = removal.error ?? before.error
  const refusal = before.data?.refusal
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      confirmLabel={confirmLabel}
      busy={removal.isPending}
      disabled={before.isPending || Boolean(refusal)}
      onConfirm={() => removal.mutate()}
      description={
        <>
          {before.isPending && <Skeleton className="h-4 w-2/3" />}
          {failure && (
            <p role="alert" className="mb-2 text-bad">
              {failure.message}
            </p>
          )}
          {refusal && <p>{refusal}.</p>}
          {refusal && inTheWay && before.data?.effects.some(isInTheWay) && (
            <Link
              to="/inboxes/$type"
              params={{ type: 'all' }}
              search={inTheWay}
              className="mt-1.5 inline-block font-medium text-accent-text underline-offset-2 hover:underline"
            >
              {t('usage.show_in_the_way')}
            </Link>
          )}
          {before.data && !refusal && (
            <Effects
              effects={before.data.effects}
              lead={lead ?? t('deletion.effects')}
              otherwise={children ?? t('deletion.nothing')}
            />
          )}
        </>
      }
    />
  )
}

const isInTheWay = ({ effect }: Deletion['effects'][number]) => effect === 'conversations_in_the_way'

/** What it does to other things, counted. */
export function Effects({
  effects,
  lead,
  otherwise,
}: {
  effects: Deletion['effects']
  lead: string
  otherwise: string
}) {
  const { t } = useTranslation()
  if (effects.length === 0) return otherwise
  return (
    <>
      {lead}
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {effects.map(({ effect, count, count_is_minimum }) => (
          <li key={effect}>{t(`deletion.effect.${effect}`, { count, more: count_is_minimum ? '+' : '' })}</li>
        ))}
      </ul>
    </>
  )
}
