import { Paperclip } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { mentionsAttachment } from './mentions-attachment.ts'

/** A quiet word when the text speaks of a file and there is none. */
export function MissingAttachmentHint({ html }: { html: string }) {
  const { t } = useTranslation()
  // Never in the way of a key.
  const settled = useDeferredValue(html)
  if (!mentionsAttachment(settled)) return null
  return (
    <p role="status" className="flex items-center gap-1.5 px-3.5 pb-1.5 text-xs text-warn">
      <Paperclip size={13} aria-hidden />
      {t('composer.file_forgotten')}
    </p>
  )
}
