import type { TFunction } from 'i18next'
import { toast } from '../toast.ts'

/** Copies text to the clipboard and shows `done` as a toast. */
export function copyText(text: string, done: string, t: TFunction) {
  navigator.clipboard.writeText(text).then(
    () => toast.success(done),
    // Browsers refuse it on plain HTTP, except on localhost.
    () => toast.error(t('conversation.copy_failed')),
  )
}
