import {
  type AttributeValue,
  setConversationAttribute,
  setConversationContactAttribute,
} from '@parley/contract/attribute-values'
import type { Conversation } from '@parley/contract/conversations'
import type { CustomAttribute } from '@parley/contract/custom-attributes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { showFailure } from '../../lib/toast.ts'
import { applyGuess } from '../../realtime/apply-event.ts'
import { currentConnection } from '../../realtime/use-realtime.ts'
import { withValue } from './with-value.ts'

/** Saves one value. Resolves with the reason why it was refused, to be shown beside it, or null. */
export type SaveAttribute = (attribute: CustomAttribute, value: AttributeValue) => Promise<string | null>

type Edit = { attribute: CustomAttribute; value: AttributeValue }

/** Saves values of a conversation and of its contact: seen at once, and taken back when the server refuses. */
export function useSaveAttribute(uuid: string): SaveAttribute {
  const cache = useQueryClient()
  const { mutateAsync } = useMutation({
    // In order: the second thought about a value must not be overtaken by the first.
    scope: { id: uuid },
    networkMode: 'always',
    mutationFn: ({ attribute: { applies_to, key }, value }: Edit) =>
      call(applies_to === 'contact' ? setConversationContactAttribute : setConversationAttribute, {
        params: { uuid, key },
        body: { value },
      }),
    onMutate: ({ attribute, value }) => {
      const c = cache.getQueryData<Conversation>(keys.conversation(uuid))
      return c && applyGuess(cache, uuid, withValue(c, attribute, value))
    },
    onSuccess: (_answer, _edit, settle) => {
      settle?.kept()
      // Otherwise the event brings what the server made of it.
      if (currentConnection() !== 'open') void cache.invalidateQueries({ queryKey: keys.conversation(uuid) })
    },
    onError: (_error, _edit, settle) => {
      settle?.refused()
      void cache.invalidateQueries({ queryKey: keys.conversation(uuid) })
    },
  })
  return async function save(attribute, value) {
    try {
      await mutateAsync({ attribute, value })
      return null
    } catch (error) {
      const refusal = refusalIn(error)
      if (refusal === null) showFailure(error, () => void save(attribute, value))
      return refusal
    }
  }
}

/** The sentence of a refused value; null when something else went wrong. */
export const refusalIn = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 400 ? error.message : null
