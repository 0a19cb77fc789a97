import { Paperclip } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { mentionsAttachment } from './mentions-attachment.ts'

/** A hint when the text mentions an attachment and nothing is attached. */
export function MissingAttachmentHint({ html }: { html: string }) {
  const { t } = useTranslation()
  // Deferred, so that it never delays typing.
  const deferredHtml = useDeferredValue(html)
  if (!mentionsAttachment(deferredHtml)) return null
  return (
    <p role="status" className="flex items-center gap-1.5 px-3.5 pb-1.5 text-xs text-warn">
      <Paperclip size={13} aria-hidden />
      {t('composer.file_forgotten')}
    </p>
  )
}
