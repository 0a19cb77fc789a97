import type { ConfirmationRequired } from '@parley/contract/auth/identity-confirmation'
import { useEffect } from 'react'
import { createStore, useStore } from '../lib/store.ts'
import { ApiError } from './api-error.ts'

const pending = createStore<PromiseWithResolvers<boolean> | null>(null)
/** Whether a page is there that shows the dialog. */
let hasDialog = false

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
  if (!hasDialog) return Promise.resolve(false)
  const request = pending.get() ?? Promise.withResolvers<boolean>()
  pending.set(request)
  return request.promise
}

export function resolveConfirmation(confirmed: boolean) {
  const request = pending.get()
  pending.set(null)
  request?.resolve(confirmed)
}

/** For the dialog: whether it is needed. */
export function useConfirmationRequested(): boolean {
  // Requests come from outside React.
  useEffect(() => {
    hasDialog = true
    return () => {
      hasDialog = false
      resolveConfirmation(false)
    }
  }, [])
  return useStore(pending) !== null
}
