import { type ReactElement, useSyncExternalStore } from 'react'
import type { ExternalToast } from 'sonner'
import { i18n } from './i18n.ts'

/** Toasts whose library is not part of the first load: few pages begin with one. */
export const toast = {
  success: (message: string, options?: ExternalToast) => show('success', message, options),
  info: (message: string, options?: ExternalToast) => show('info', message, options),
  warning: (message: string, options?: ExternalToast) => show('warning', message, options),
  error: (message: string, options?: ExternalToast) => show('error', message, options),
}

/**
 * Something of its own that stays until it is dismissed; the same id again replaces it. Where it covers nothing that is read or typed: in a
 * corner, on a phone below the header.
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
  // Only what was shown: it must not bring the library along.
  if (!openToasts.delete(id)) return
  const sonner = await loadSonner()
  if (!openToasts.has(id)) sonner.toast.dismiss(id)
}

const openToasts = new Set<string>()

/** The same for what was loaded in the background: ten calls that meet the same trouble say it once. */
export function showLoadFailure(error: unknown) {
  const message = errorMessage(error)
  toast.error(message, { id: `missing ${message}` })
}

/** A toast with the failure's own sentence, and a way to try again where that makes sense. */
export function showFailure(error: unknown, retry?: () => void) {
  toast.error(errorMessage(error), retry ? { action: { label: i18n.t('ui.retry'), onClick: retry } } : {})
}

const errorMessage = (error: unknown) =>
  error instanceof Error && error.message ? error.message : i18n.t('error.unknown')

/** Who is to press its button needs longer than who only reads. */
const ACTION_DURATION_MS = 10_000

const toasterMounted = Promise.withResolvers<void>()
const listeners = new Set<() => void>()
let isToasterNeeded = false

/** Whether any toast has been asked for, and so whether the page needs its toaster. */
export const useIsToasterNeeded = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => isToasterNeeded,
  )

/** The toaster says that it is on the page; what was waiting for it shows. */
export const markToasterMounted = () => toasterMounted.resolve()

/** Fetches the library ahead of need: the first thing to tell may be that the network is gone. */
export function preloadToaster() {
  isToasterNeeded = true
  for (const changed of listeners) changed()
}

async function show(kind: keyof typeof toast, message: string, options?: ExternalToast) {
  const sonner = await loadSonner()
  sonner.toast[kind](message, options?.action ? { duration: ACTION_DURATION_MS, ...options } : options)
}

async function loadSonner() {
  preloadToaster()
  await toasterMounted.promise
  // The toaster has brought it along.
  return import('sonner')
}
