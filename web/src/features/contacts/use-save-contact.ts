import type { Contact } from '@parley/contract/contacts/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'

/** Calls an endpoint that returns the contact, and caches the result. `successMessage` is the toast's text. */
export function useSaveContact<Input = void>(
  save: (input: Input) => Promise<Contact>,
  {
    successMessage,
    onSaved,
  }: { successMessage?: (saved: Contact) => string; onSaved?: (saved: Contact) => void } = {},
) {
  const cache = useQueryClient()
  return useApiMutation(save, {
    invalidateKey: queryKeys.contactLists,
    successMessage,
    onSuccess: (saved) => {
      cache.setQueryData(queryKeys.contact(saved.id), saved)
      onSaved?.(saved)
    },
  })
}
