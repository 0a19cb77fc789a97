import {
  confirmRetentionRule,
  previewRetention,
  type RetentionRule,
} from '@parley/contract/retention/retention'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { fullDate } from '../../format/date-time.tsx'
import { fileSize } from '../../format/file-size.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Shows which conversations a rule matches today, before it is started. */
export function StartDialog({ rule, onClose }: { rule: RetentionRule; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, name, action } = rule
  const preview = useQuery({
    queryKey: [...queryKeys.retention, 'preview', id, rule.updated_at],
    queryFn: ({ signal }) => call(previewRetention, { body: scopeOf(rule), signal }),
    staleTime: 0,
    retry: false,
  })
  const start = useApiMutation(() => call(confirmRetentionRule, { params: { id: String(id) } }), {
    invalidateKey: queryKeys.retention,
    successMessage: () => t('retention.started'),
    onSuccess: onClose,
  })
  const { data } = preview
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('retention.start.title', { name })}
      description={
        <div className="space-y-2" aria-live="polite">
          {preview.isPending && <Skeleton className="h-16 w-full" />}
          {preview.isError && (
            <p role="alert" className="text-bad">
              {preview.error.message}
            </p>
          )}
          {data && (
            <>
              <p className="font-medium text-ink">
                {t(data.is_complete ? 'retention.preview.count' : 'retention.preview.at_least', {
                  count: data.conversations,
                })}
              </p>
              {data.oldest_at && (
                <p>
                  {t('retention.preview.oldest', { date: fullDate(data.oldest_at) })}{' '}
                  {t('retention.preview.size', { size: fileSize(data.estimated_bytes) })}
                </p>
              )}
              {data.sample.length > 0 && (
                <p className="text-ink-3">
                  {t('retention.preview.sample', {
                    numbers: data.sample.map(({ reference_number }) => `#${reference_number}`).join(', '),
                  })}
                </p>
              )}
              <p>{t(`retention.start.${action}`)}</p>
            </>
          )}
        </div>
      }
      confirmLabel={t('retention.start')}
      disabled={!data}
      busy={start.isPending}
      onConfirm={() => start.mutate()}
    />
  )
}

const scopeOf = ({
  inbox_ids,
  status_ids,
  include_spam,
  include_trash,
  after_days,
  action,
  exempt_tag_ids,
}: RetentionRule) => ({
  ...{ inbox_ids, status_ids, include_spam, include_trash, after_days, action, exempt_tag_ids },
})
