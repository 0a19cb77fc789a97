import type { ReactElement } from 'react'
import type { ExternalToast } from 'sonner'
import { i18n } from './i18n.ts'
import { createStore, useStore } from './store.ts'

/** Toasts. The library is not part of the first load, because few pages start with a toast. */
export const toast = {
  success: (message: string, options?: ExternalToast) => show('success', message, options),
  info: (message: string, options?: ExternalToast) => show('info', message, options),
  warning: (message: string, options?: ExternalToast) => show('warning', message, options),
  error: (message: string, options?: ExternalToast) => show('error', message, options),
  /** Closes one of these that was shown with an id. */
  dismiss: async (id: string) => (await loadSonner()).toast.dismiss(id),
}

/**
 * A custom toast that stays until dismissed; the same id replaces it. Placed where it covers no content: in a corner,
 * on a phone below the header.
 */
export async function showToast(id: string, content: ReactElement) {
  openToasts.add(id)
  const sonner = await loadSonner()
  if (!openToasts.has(id)) return
  const placement = matchMedia('(max-width: 768px)').matches
    ? ({ position: 'top-center' } as const)
    : // Right of the main bar.
      ({ position: 'bottom-left', style: { marginLeft: '1.75rem' } } as const)
  sonner.toast.custom(() => content, { id, duration: Number.POSITIVE_INFINITY, ...placement })
}

export async function dismissToast(id: string) {
  // Only for an open toast, so as not to load the library needlessly.
  if (!openToasts.delete(id)) return
  const sonner = await loadSonner()
  if (!openToasts.has(id)) sonner.toast.dismiss(id)
}

const openToasts = new Set<string>()

/** For background loads: repeated failures with the same message show one toast. */
export function showLoadFailure(error: unknown) {
  const message = errorMessage(error)
  toast.error(message, { id: `missing ${message}` })
}

/** An error toast with the error's message, and a retry button if given. */
export function showFailure(error: unknown, retry?: () => void) {
  toast.error(errorMessage(error), retry ? { action: { label: i18n.t('ui.retry'), onClick: retry } } : {})
}

const errorMessage = (error: unknown) =>
  error instanceof Error && error.message ? error.message : i18n.t('error.unknown')

/** Toasts with a button stay longer. */
const ACTION_DURATION_MS = 10_000

const toasterMounted = Promise.withResolvers<void>()
const isToasterNeeded = createStore(false)

/** Whether a toast was requested, so that the page needs the toaster. */
export const useIsToasterNeeded = (): boolean => useStore(isToasterNeeded)

/** Called once the toaster is mounted; pending toasts are then shown. */
export const markToasterMounted = () => toasterMounted.resolve()

/** Loads the library early: the first toast may be about a lost connection. */
export const preloadToaster = () => isToasterNeeded.set(true)

async function show(
  kind: 'success' | 'info' | 'warning' | 'error',
  message: string,
  options?: ExternalToast,
) {
  const sonner = await loadSonner()
  sonner.toast[kind](message, options?.action ? { duration: ACTION_DURATION_MS, ...options } : options)
}

async function loadSonner() {
  preloadToaster()
  await toasterMounted.promise
  // Already loaded with the toaster.
  return import('sonner')
}
