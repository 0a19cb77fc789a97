import { listDraftVersions } from '@parley/contract/messages/drafts'
import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { RelativeTime } from '../../format/date-time.tsx'
import { htmlToText } from '../../format/html-to-text.ts'
import type { Draft } from '../../lib/drafts.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { restoreDraft } from './restore-draft.ts'
import type { MessageEditor } from './use-message-editor.ts'

/** Texts that this draft replaced or that were discarded. Restoring one keeps the current text in its place. */
export function DraftVersionsDialog({
  draftKey,
  message,
  onClose,
}: {
  /** On the server. */
  draftKey: string
  message: MessageEditor
  onClose: () => void
}) {
  const { t } = useTranslation()
  const versions = useQuery({
    queryKey: queryKeys.draftVersions(draftKey),
    queryFn: ({ signal }) => call(listDraftVersions, { params: { key: draftKey }, signal }),
    // Another tab may have added one.
    staleTime: 0,
    gcTime: 0,
  })
  const restore = useApiMutation((content: Draft) => restoreDraft(message, draftKey, content), {
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('draft.versions')}
      description={t('draft.versions.text')}
    >
      {versions.isPending && <Skeleton className="h-20 w-full" />}
      {versions.isError && (
        <p role="alert" className="text-bad">
          {versions.error.message}
        </p>
      )}
      {versions.data?.length === 0 && <p className="py-2 text-ink-3">{t('draft.versions.none')}</p>}
      <ul className="divide-y">
        {versions.data?.map(({ id, saved_at, content }) => (
          <li key={id} className="flex items-start gap-3 py-2.5">
            <div className="min-w-0 flex-1">
              <RelativeTime at={saved_at} className="text-xs text-ink-3" />
              {draftKey === 'new' && <Addressing fields={content.fields} />}
              <p dir="auto" className="line-clamp-3 whitespace-pre-line wrap-anywhere">
                {htmlToText(content.html).trim()}
              </p>
              {content.files.length > 0 && (
                <p className="flex items-center gap-1 text-xs text-ink-3">
                  <Paperclip size={12} aria-hidden className="shrink-0" />
                  <span className="truncate">{content.files.map(({ filename }) => filename).join(', ')}</span>
                </p>
              )}
            </div>
            <Button size="sm" disabled={restore.isPending} onClick={() => restore.mutate(content)}>
              {t('draft.versions.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** What tells versions of a new conversation apart that have little text yet. */
function Addressing({ fields }: Pick<Draft, 'fields'>) {
  const parts = [fields.contact_email, fields.subject].filter((part) => part !== undefined && part.length > 0)
  return parts.length > 0 && <p className="truncate font-medium">{parts.join(' · ')}</p>
}
