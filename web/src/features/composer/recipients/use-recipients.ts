import type { Recipients } from '@parley/contract/messages/recipients'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MessageDraft, useDraftPart } from '../../../editor/message/message-draft.ts'
import { isAddress } from './addresses.ts'
import { useDefaultRecipients } from './use-default-recipients.ts'

const recipientFields = ['to', 'cc', 'bcc'] as const
export type RecipientKind = (typeof recipientFields)[number]

/** The recipients of the reply: defaults follow the conversation until the author edits a field, which is then kept. */
export const useRecipients = (uuid: string, draft: MessageDraft) =>
  useRecipientState(draft, useDefaultRecipients(uuid))

export function useRecipientState(
  draft: MessageDraft,
  { recipients: defaults, isReady }: { recipients: Recipients; isReady: boolean },
) {
  const { t } = useTranslation()
  const fields = useDraftPart(draft, 'fields')
  /** Empty fields that the author opened. */
  const [revealed, setRevealed] = useState<readonly RecipientKind[]>([])
  const withDefaults = (overrides: Partial<Recipients>): Recipients => ({ ...defaults, ...overrides })
  const values = withDefaults(recipientsInDraft(fields))

  return {
    values,
    /** Whether the defaults are final; a reply sent earlier could miss recipients. */
    isReady,
    revealed,
    reveal: (kind: RecipientKind) => setRevealed([...revealed, kind]),
    change: (kind: RecipientKind, values: string[]) => {
      draft.change({ fields: { ...recipientsInDraft(draft.getCurrent().fields), [kind]: values } })
    },
    /** The current value, not the last rendered one. */
    getCurrent: () => withDefaults(recipientsInDraft(draft.getCurrent().fields)),
    /** Why it can't be sent to these recipients, or null. */
    refusal: (): string | null => {
      const current = withDefaults(recipientsInDraft(draft.getCurrent().fields))
      const invalid = recipientFields.flatMap((kind) => current[kind]).filter((one) => !isAddress(one))
      if (invalid.length > 0) return t('composer.address_wrong', { address: invalid.join(', ') })
      return current.to.length === 0 ? t('composer.to_missing') : null
    },
    /** Hides the empty fields again, for another message. */
    conceal: () => setRevealed([]),
  }
}

export type RecipientState = ReturnType<typeof useRecipients>

function recipientsInDraft(fields: Record<string, string | string[]>): Partial<Recipients> {
  const chosen: Partial<Recipients> = {}
  for (const kind of recipientFields) {
    const values = fields[kind]
    if (Array.isArray(values)) chosen[kind] = values
  }
  return chosen
}
