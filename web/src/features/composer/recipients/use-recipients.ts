import type { Recipients } from '@parley/contract/messages/recipients'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { useDraft } from '../../../editor/use-draft.ts'
import type { Draft } from '../../../lib/drafts.ts'
import { isAddress } from './addresses.ts'
import { useDefaultRecipients } from './use-default-recipients.ts'

export const recipientFields = ['to', 'cc', 'bcc'] as const
export type RecipientKind = (typeof recipientFields)[number]

/** The recipients of the reply: defaults follow the conversation until the author edits a field, which is then kept. */
export function useRecipients(uuid: string, draft: ReturnType<typeof useDraft>) {
  const { t } = useTranslation()
  const { recipients: defaults, isReady } = useDefaultRecipients(uuid)
  const [chosen, setChosen] = useState(() => recipientsInDraft(draft.initial.fields))
  /** Empty fields that the author opened. */
  const [revealed, setAsked] = useState<readonly RecipientKind[]>([])
  const mix = (own: Partial<Recipients>): Recipients => ({ ...defaults, ...own })

  return {
    values: mix(chosen),
    /** Whether the defaults are final; a reply sent earlier could miss recipients. */
    isReady,
    asked: revealed,
    reveal: (kind: RecipientKind) => setAsked([...revealed, kind]),
    change: (kind: RecipientKind, values: string[]) => {
      const next = { ...recipientsInDraft(draft.getCurrent().fields), [kind]: values }
      setChosen(next)
      draft.change({ fields: next })
    },
    /** The current value, not the last rendered one. */
    getCurrent: () => mix(recipientsInDraft(draft.getCurrent().fields)),
    /** Why it can't be sent to these recipients, or null. */
    refusal: (): string | null => {
      const now = mix(recipientsInDraft(draft.getCurrent().fields))
      const wrong = recipientFields.flatMap((kind) => now[kind]).filter((one) => !isAddress(one))
      if (wrong.length > 0) return t('composer.address_wrong', { address: wrong.join(', ') })
      return now.to.length === 0 ? t('composer.to_missing') : null
    },
    /** Resets to a draft's recipients. */
    reset: (fields: Draft['fields']) => {
      setChosen(recipientsInDraft(fields))
      setAsked([])
    },
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
