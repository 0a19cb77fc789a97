import type { Contact } from '@parley/contract/contacts/contacts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EditConflict } from '../../admin/form/merge-edits.ts'
import { queryKeys } from '../../api/query-client.ts'
import { showFailure, toast } from '../../lib/toast.ts'

/** Calls an endpoint that returns the contact, and caches the result. `successMessage` is the toast's text. */
export function useSaveContact<Input>(
  save: (input: Input) => Promise<Contact>,
  {
    successMessage,
    onSaved,
  }: { successMessage?: (saved: Contact) => string; onSaved?: (saved: Contact) => void } = {},
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      cache.setQueryData(queryKeys.contact(saved.id), saved)
      void cache.invalidateQueries({ queryKey: queryKeys.contactLists })
      if (successMessage) toast.success(successMessage(saved))
      onSaved?.(saved)
    },
    // An edit conflict is shown in the form.
    onError: (error) => !(error instanceof EditConflict) && showFailure(error),
  })
}
