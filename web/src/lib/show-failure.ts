import { toast } from 'sonner'
import { i18n } from './i18n.ts'

/** A toast with the failure's own sentence, and a way to try again where that makes sense. */
export function showFailure(error: unknown, retry?: () => void) {
  const message = error instanceof Error && error.message ? error.message : i18n.t('error.unknown')
  toast.error(message, retry ? { action: { label: i18n.t('ui.retry'), onClick: retry } } : {})
}
