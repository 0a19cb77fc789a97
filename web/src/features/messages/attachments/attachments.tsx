import type { Attachment } from '@parley/contract/messages/messages'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../../../format/file-size.ts'
import { truncateFileName } from '../../../format/truncate.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { FileThumb } from '../../../ui/display/file-thumb.tsx'
import { listedAttachments } from './listed-attachments.ts'

const Lightbox = lazyPart(() => import('./lightbox.tsx'), 'Lightbox')

/** Attachments as cards. Images open in a lightbox; other files open in a tab or download, as the server decides. */
export function Attachments({ files, html }: { files: readonly Attachment[]; html: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  const listed = listedAttachments(files, html)
  const pictures = listed.filter((file) => file.has_thumbnail)
  if (listed.length === 0) return null
  return (
    <ul aria-label={t('message.attachments')} className="mt-2 flex flex-wrap gap-2">
      {listed.map((file) => (
        <li key={file.uuid}>
          <a
            href={`/uploads/${file.uuid}`}
            target="_blank"
            rel="noopener"
            title={file.name}
            aria-label={t('message.attachment', { name: file.name, size: fileSize(file.size) })}
            onClick={(event) => {
              // With a modifier key the browser opens a tab or window, or downloads.
              if (!file.has_thumbnail || event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              setOpen(file.uuid)
            }}
            className="inline-flex items-center gap-2.5 rounded-lg border bg-surface py-1.75 pr-3 pl-2 transition-colors hover:border-line-strong hover:bg-hover"
          >
            <FileThumb
              name={file.name}
              src={file.has_thumbnail ? `/uploads/thumb_${file.uuid}` : null}
              type={file.content_type}
            />
            <span className="min-w-0">
              <span className="block truncate font-medium">{truncateFileName(file.name)}</span>
              <span className="block text-2xs text-ink-3 tabular-nums">{fileSize(file.size)}</span>
            </span>
          </a>
        </li>
      ))}
      {open !== null && (
        <Suspense>
          <Lightbox pictures={pictures} uuid={open} onUuidChange={setOpen} />
        </Suspense>
      )}
    </ul>
  )
}
