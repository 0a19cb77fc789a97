import type { Contact } from '@parley/contract/contacts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clash } from '../../admin/meanwhile.ts'
import { keys } from '../../api/query.ts'
import { showFailure, toast } from '../../lib/toast.ts'

/** Saves something of a contact by a call that answers the contact, and shows the answer. `said` is what the toast says. */
export function useSaveContact<Input>(
  save: (input: Input) => Promise<Contact>,
  { said, onSaved }: { said?: (saved: Contact) => string; onSaved?: (saved: Contact) => void } = {},
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      cache.setQueryData(keys.contact(saved.id), saved)
      void cache.invalidateQueries({ queryKey: keys.contactLists })
      if (said) toast.success(said(saved))
      onSaved?.(saved)
    },
    // A clash is asked about where it is.
    onError: (error) => !(error instanceof Clash) && showFailure(error),
  })
}
