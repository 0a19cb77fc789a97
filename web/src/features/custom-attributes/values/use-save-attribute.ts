import type { Conversation } from '@parley/contract/conversations/conversations'
import {
  type AttributeValue,
  setConversationAttribute,
  setConversationContactAttribute,
} from '@parley/contract/custom-attributes/attribute-values'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { showFailure } from '../../../lib/toast.ts'
import { applyOptimisticUpdate } from '../../../realtime/apply-event.ts'
import { currentConnection } from '../../../realtime/connection.ts'
import { withAttributeValue } from './attribute-value.ts'

/** Saves one value. Resolves with the error message to show next to it, or null. */
export type SaveAttribute = (attribute: CustomAttribute, value: AttributeValue) => Promise<string | null>

type AttributeEdit = { attribute: CustomAttribute; value: AttributeValue }

/** Saves attribute values of a conversation and its contact with optimistic updates. */
export function useSaveAttribute(uuid: string): SaveAttribute {
  const cache = useQueryClient()
  const { mutateAsync } = useApiMutation(
    ({ attribute: { applies_to, key }, value }: AttributeEdit) =>
      call(applies_to === 'contact' ? setConversationContactAttribute : setConversationAttribute, {
        params: { uuid, key },
        body: { value },
      }),
    {
      // In order: a later edit must not be overtaken by an earlier one.
      scope: { id: uuid },
      failure: 'inline',
      onMutate: ({ attribute, value }) => {
        const c = cache.getQueryData<Conversation>(queryKeys.conversation(uuid))
        return c && applyOptimisticUpdate(cache, uuid, withAttributeValue(c, attribute, value))
      },
      onSuccess: (_answer, _edit, settle) => {
        settle?.confirm()
        // Otherwise the pushed event updates the cache.
        if (currentConnection() !== 'open')
          void cache.invalidateQueries({ queryKey: queryKeys.conversation(uuid) })
      },
      onError: (_error, _edit, settle) => {
        settle?.rollback()
        void cache.invalidateQueries({ queryKey: queryKeys.conversation(uuid) })
      },
    },
  )
  const save: SaveAttribute = async (attribute, value) => {
    try {
      await mutateAsync({ attribute, value })
      return null
    } catch (error) {
      const refusal = findRefusal(error)
      if (refusal === null) showFailure(error, () => void save(attribute, value))
      return refusal
    }
  }
  return save
}

/** The message of a refused value; null for other errors. */
export const findRefusal = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 400 ? error.message : null
