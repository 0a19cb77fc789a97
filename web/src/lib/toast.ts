import type { ExternalToast } from 'sonner'
import { i18n } from './i18n.ts'

/** Toasts without sonner in the first load; by the time one is due, the toaster has long brought it. */
export const toast = {
  success: (message: string, options?: ExternalToast) => show('success', message, options),
  info: (message: string, options?: ExternalToast) => show('info', message, options),
  warning: (message: string, options?: ExternalToast) => show('warning', message, options),
  error: (message: string, options?: ExternalToast) => show('error', message, options),
}

/** A toast with the failure's own sentence, and a way to try again where that makes sense. */
export function showFailure(error: unknown, retry?: () => void) {
  const message = error instanceof Error && error.message ? error.message : i18n.t('error.unknown')
  toast.error(message, retry ? { action: { label: i18n.t('ui.retry'), onClick: retry } } : {})
}

async function show(
  kind: 'success' | 'info' | 'warning' | 'error',
  message: string,
  options?: ExternalToast,
) {
  const sonner = await import('sonner')
  sonner.toast[kind](message, options)
}
