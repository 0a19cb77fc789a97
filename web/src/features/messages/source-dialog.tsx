import { getMessageSource } from '@parley/contract/messages/message-sources'
import type { Message } from '@parley/contract/messages/messages'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Spinner } from '../../ui/display/spinner.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** The headers of an email as it arrived, as plain text, and the whole email as a download. */
export function SourceDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation()
  const params = { uuid: message.conversation_uuid, message_uuid: message.uuid }
  const { data, error } = useQuery({
    queryKey: ['message-source', message.uuid],
    queryFn: ({ signal }) => call(getMessageSource, { params, signal }),
  })
  const download = `/api/v1/conversations/${params.uuid}/messages/${params.message_uuid}/source/raw`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('message.source.title')}
      description={t('message.source.text')}
      footer={
        data && (
          <a
            href={download}
            download
            className="inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 text-accent-text hover:bg-hover"
          >
            <Download size={14} aria-hidden />
            {t('message.source.download')}
          </a>
        )
      }
    >
      {error && <p className="text-bad">{error.message}</p>}
      {!data && !error && <Spinner />}
      {data && (
        <>
          <pre
            dir="ltr"
            // Focusable, to scroll by keyboard.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
            tabIndex={0}
            className="max-h-[60vh] overflow-auto rounded-md bg-surface-sunk p-3 text-xs whitespace-pre-wrap wrap-anywhere"
          >
            {data.headers}
          </pre>
          {data.is_cut && <p className="mt-1.5 text-ink-3 text-xs">{t('message.source.truncated')}</p>}
        </>
      )}
    </Dialog>
  )
}
