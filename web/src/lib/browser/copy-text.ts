import type { TFunction } from 'i18next'
import { toast } from '../toast.ts'

/** Puts a text on the clipboard and says so in `done`. */
export function copyText(text: string, done: string, t: TFunction) {
  navigator.clipboard.writeText(text).then(
    () => toast.success(done),
    // Browsers refuse it on plain-http addresses other than this machine's.
    () => toast.error(t('conversation.copy_failed')),
  )
}
