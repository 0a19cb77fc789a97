import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure, toast } from '../lib/toast.ts'

type Options<Result, Input, Snapshot> = Pick<
  UseMutationOptions<Result, Error, Input, Snapshot>,
  'mutationKey' | 'scope' | 'gcTime' | 'onMutate' | 'onSuccess' | 'onError' | 'onSettled'
> & {
  /** Queries under this key are refetched, which is part of the mutation's pending time. */
  invalidateKey?: QueryKey
  /** Shown as a toast. */
  successMessage?: string | ((result: Result, input: Input) => string)
  /**
   * By default, a failure is a toast with a button that repeats the call with the same input. `inline` when the caller
   * renders or handles the error.
   */
  failure?: 'toast' | 'inline'
}

/** A change on the server. `onSuccess` runs before the toast and the refetch, so that it can leave the page. */
export function useApiMutation<Result, Input = void, Snapshot = unknown>(
  run: (input: Input) => Promise<Result>,
  {
    invalidateKey,
    successMessage,
    failure = 'toast',
    onSuccess,
    onError,
    ...options
  }: Options<Result, Input, Snapshot> = {},
) {
  // Nothing to memoise: useMutation returns the same functions whatever its options.
  'use no memo'
  const cache = useQueryClient()
  const mutation = useMutation<Result, Error, Input, Snapshot>({
    ...options,
    // Fails at once when offline: a paused change could later overwrite newer ones.
    networkMode: 'always',
    mutationFn: (input) => run(input),
    onSuccess: async (result, input, ...rest) => {
      await onSuccess?.(result, input, ...rest)
      if (successMessage)
        toast.success(typeof successMessage === 'string' ? successMessage : successMessage(result, input))
      if (invalidateKey) await cache.invalidateQueries({ queryKey: invalidateKey })
    },
    onError: (error, input, ...rest) => {
      if (failure === 'toast') showFailure(error, () => mutation.mutate(input))
      return onError?.(error, input, ...rest)
    },
  })
  return mutation
}
