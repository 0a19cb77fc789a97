import type { Media } from '@parley/contract/media'
import { useRef, useState } from 'react'
import { isRefusal } from '../api/api-error.ts'
import { upload } from '../api/upload.ts'
import { i18n } from '../lib/i18n.ts'
import { randomId } from '../lib/random-id.ts'
import { showFailure, toast } from '../lib/toast.ts'

export type Uploading = { key: string; name: string; size: number; done: number; cancel: () => void }

/** Files on their way to the server. What fails leaves the list with its reason in a toast; `onDone` gets what arrived. */
export function useUploads() {
  const [uploading, setUploading] = useState<readonly Uploading[]>([])
  const running = useRef(new Set<AbortController>())

  async function start(file: File, inline: boolean, onDone: (media: Media) => void) {
    const key = randomId()
    const control = new AbortController()
    running.current.add(control)
    const cancel = () => control.abort()
    setUploading((list) => [...list, { key, name: file.name, size: file.size, done: 0, cancel }])
    try {
      onDone(
        await upload(file, {
          inline,
          signal: control.signal,
          onProgress: (done) =>
            setUploading((list) => list.map((one) => (one.key === key ? { ...one, done } : one))),
        }),
      )
    } catch (error) {
      if (control.signal.aborted) return
      // Of several files, which one; and no way to try again what cannot succeed.
      if (isRefusal(error))
        toast.error(i18n.t('editor.upload_refused', { name: file.name, reason: error.message }))
      else showFailure(error, () => void start(file, inline, onDone))
    } finally {
      running.current.delete(control)
      setUploading((list) => list.filter((one) => one.key !== key))
    }
  }

  return { uploading, start }
}
