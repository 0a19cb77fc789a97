import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../../format/file-size.ts'
import { truncateFileName } from '../../format/truncate.ts'
import type { DraftFile } from '../../lib/drafts.ts'
import { FileThumb } from '../../ui/display/file-thumb.tsx'
import type { UploadInProgress } from './use-uploads.ts'

/** Attached files, and uploads in progress. */
export function FileList({
  files,
  uploading,
  onRemove,
}: {
  files: readonly DraftFile[]
  uploading: readonly UploadInProgress[]
  onRemove: (id: number) => void
}) {
  const { t } = useTranslation()
  if (files.length === 0 && uploading.length === 0) return null
  return (
    <ul aria-label={t('editor.attachments')} className="flex flex-wrap gap-2 px-3.5 pt-1 pb-2">
      {files.map((file) => (
        <FileCard
          key={file.id}
          name={file.filename}
          type={file.content_type}
          action={t('editor.remove_file', { name: file.filename })}
          onAction={() => onRemove(file.id)}
        >
          {fileSize(file.size)}
        </FileCard>
      ))}
      {uploading.map((one) => (
        <FileCard
          key={one.key}
          name={one.name}
          type=""
          action={t('editor.cancel_upload', { name: one.name })}
          onAction={one.cancel}
        >
          <progress
            aria-label={t('editor.uploading', { name: one.name })}
            value={one.progress}
            max={1}
            className="h-1 w-24 overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-accent"
          />
        </FileCard>
      ))}
    </ul>
  )
}

function FileCard({
  name,
  type,
  action,
  onAction,
  children,
}: {
  name: string
  type: string
  action: string
  onAction: () => void
  children: ReactNode
}) {
  return (
    <li className="flex items-center gap-2 rounded-lg border bg-surface py-1 pr-1 pl-1.5" title={name}>
      <FileThumb name={name} src={null} type={type} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{truncateFileName(name)}</span>
        <span className="flex h-4 items-center text-2xs text-ink-3 tabular-nums">{children}</span>
      </span>
      <button
        type="button"
        aria-label={action}
        onClick={onAction}
        className="grid size-6 place-items-center rounded-md text-ink-3 transition-colors hover:bg-hover hover:text-ink"
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  )
}
