import type { ConfirmationRequired } from '@parley/contract/auth/identity-confirmation'
import { useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'

let pending: PromiseWithResolvers<boolean> | null = null
const listeners = new Set<() => void>()

/** Whether the server wants to know first that it is still the same person who sits there. */
export function isConfirmationRequired(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false
  // Read by hand: the contract's schema would bring its neighbours into the first load.
  const data = error.data as Partial<ConfirmationRequired> | null
  return data?.reason === ('confirmation_required' satisfies ConfirmationRequired['reason'])
}

/** Opens the dialog that confirms who one is; several calls share one. False when it was cancelled, or when no page shows it. */
export function requestConfirmation(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  pending ??= Promise.withResolvers<boolean>()
  notifyListeners()
  return pending.promise
}

export function resolveConfirmation(confirmed: boolean) {
  const settled = pending
  pending = null
  notifyListeners()
  settled?.resolve(confirmed)
}

export const useConfirmationRequested = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
        // Nobody can answer any more.
        if (listeners.size === 0) resolveConfirmation(false)
      }
    },
    () => pending !== null,
  )

function notifyListeners() {
  for (const changed of listeners) changed()
}
