import type { ConfirmationRequired } from '@parley/contract/auth/identity-confirmation'
import { useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'

let pending: PromiseWithResolvers<boolean> | null = null
const listeners = new Set<() => void>()

/** Whether the server requires the user to confirm their identity first. */
export function isConfirmationRequired(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false
  // Checked by hand: importing the contract's schema would enlarge the first load.
  const data = error.data as Partial<ConfirmationRequired> | null
  return data?.reason === ('confirmation_required' satisfies ConfirmationRequired['reason'])
}

/**
 * Opens the identity confirmation dialog; concurrent calls share one. Resolves to false when it is cancelled or no
 * page can show it.
 */
export function requestConfirmation(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  pending ??= Promise.withResolvers<boolean>()
  notifyListeners()
  return pending.promise
}

export function resolveConfirmation(confirmed: boolean) {
  const resolvers = pending
  pending = null
  notifyListeners()
  resolvers?.resolve(confirmed)
}

export const useConfirmationRequested = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // No dialog is left to answer.
        if (listeners.size === 0) resolveConfirmation(false)
      }
    },
    () => pending !== null,
  )

function notifyListeners() {
  for (const listener of listeners) listener()
}
