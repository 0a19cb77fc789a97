import type { Deletion } from '@parley/contract/shared/deletion-previews'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { queryKeys } from '../api/query-client.ts'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import type { UsageSearch } from './list/usage-link.tsx'

/**
 * Confirms a deletion. First shows what it does to other entities, or why it is refused (docs/spec/product-decisions.md#deletions). Errors
 * are shown in the dialog, which stays open.
 */
export function DeleteDialog({
  title,
  confirmLabel,
  successMessage,
  invalidateKey,
  effectsLead,
  preview,
  onConfirm,
  onClose,
  onDeleted,
  blockingSearch,
  children,
}: {
  title: string
  confirmLabel: string
  /** Shown as a toast. */
  successMessage: string
  /** Queries under this key are invalidated. */
  invalidateKey: QueryKey
  /** Introduces the list of effects; overrides the default for deletions. */
  effectsLead?: string
  /** Omit when the deletion can't affect anything else. */
  preview?: () => Promise<Deletion>
  onConfirm: () => Promise<unknown>
  onClose: () => void
  onDeleted?: () => void
  /** Filters for the list of conversations that block the deletion. */
  blockingSearch?: UsageSearch
  /** Shown when there is no preview. */
  children?: string
}) {
  const { t } = useTranslation()
  const previewQuery = useQuery({
    queryKey: queryKeys.deletionPreview(invalidateKey, title),
    queryFn: () => preview?.() ?? Promise.resolve({ refusal: null, effects: [] }),
    // Always fetched fresh, never cached.
    gcTime: 0,
    staleTime: 0,
  })
  const deletion = useApiMutation(onConfirm, {
    invalidateKey,
    successMessage,
    failure: 'inline',
    onSuccess: () => {
      onClose()
      onDeleted?.()
    },
  })
  const failure = deletion.error ?? previewQuery.error
  const refusal = previewQuery.data?.refusal
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      confirmLabel={confirmLabel}
      busy={deletion.isPending}
      disabled={previewQuery.isPending || Boolean(refusal)}
      onConfirm={() => deletion.mutate()}
      description={
        <>
          {previewQuery.isPending && <Skeleton className="h-4 w-2/3" />}
          {failure && (
            <p role="alert" className="mb-2 text-bad">
              {failure.message}
            </p>
          )}
          {refusal && <p>{refusal}.</p>}
          {refusal && blockingSearch && previewQuery.data?.effects.some(isBlockingEffect) && (
            <Link
              to="/inboxes/$type"
              params={{ type: 'all' }}
              search={blockingSearch}
              className="mt-1.5 inline-block font-medium text-accent-text underline-offset-2 hover:underline"
            >
              {t('usage.show_in_the_way')}
            </Link>
          )}
          {previewQuery.data && !refusal && (
            <DeletionEffects
              effects={previewQuery.data.effects}
              lead={effectsLead ?? t('deletion.effects')}
              fallback={children ?? t('deletion.nothing')}
            />
          )}
        </>
      }
    />
  )
}

const isBlockingEffect = ({ effect }: Deletion['effects'][number]) => effect === 'conversations_in_the_way'

/** A counted list of the effects on other entities. */
export function DeletionEffects({
  effects,
  lead,
  fallback,
}: {
  effects: Deletion['effects']
  lead: string
  fallback: string
}) {
  const { t } = useTranslation()
  if (effects.length === 0) return fallback
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
