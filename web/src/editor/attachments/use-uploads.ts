import type { Media } from '@parley/contract/messages/media'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { truncateFileName } from '../../format/truncate.ts'
import { randomId } from '../../lib/browser/random-id.ts'
import { i18n } from '../../lib/i18n.ts'
import { toast } from '../../lib/toast.ts'
import { settingsQuery } from '../../session/queries.ts'

export type UploadInProgress = {
  key: string
  name: string
  size: number
  progress: number
  cancel: () => void
}

/** Uploads in progress. A failed upload is removed, with its reason in a toast; `onDone` gets each finished one. */
export function useUploads() {
  const [uploading, setUploading] = useState<readonly UploadInProgress[]>([])
  const settings = useQuery(settingsQuery).data

  const update = (key: string, patch: Partial<UploadInProgress>) =>
    setUploading((list) => list.map((one) => (one.key === key ? { ...one, ...patch } : one)))

  const start = (file: File, inline: boolean, onDone: (media: Media) => void) => {
    const megabytes = settings?.['app.max_file_upload_size']
    // The server would reject it too, but only minutes later.
    if (megabytes !== undefined && file.size > megabytes * 1024 * 1024)
      return showUploadFailure(file, i18n.t('editor.file_too_large', { megabytes }))
    const key = randomId()
    const controller = new AbortController()
    const cancel = () => controller.abort()
    setUploading((list) => [...list, { key, name: file.name, size: file.size, progress: 0, cancel }])
    const onProgress = (progress: number) => update(key, { progress })
    void upload(file, { inline, signal: controller.signal, onProgress })
      .then(onDone)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        const retry = () => start(file, inline, onDone)
        showUploadFailure(file, messageOf(error), isRefusal(error) ? undefined : retry)
      })
      .finally(() => setUploading((list) => list.filter((one) => one.key !== key)))
  }

  return { uploading, start }
}

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : i18n.t('error.unknown')

function showUploadFailure(file: File, message: string, retry?: () => void) {
  toast.error(i18n.t('editor.upload_failed', { name: truncateFileName(file.name) }), {
    description: message,
    ...(retry && { action: { label: i18n.t('ui.retry'), onClick: retry } }),
  })
}
