import { deleteDraft, getDraft } from '@parley/contract/messages/drafts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { draftsQuery, putDraftSummary } from '../../api/drafts.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { DraftLine } from '../../editor/message/draft-line.tsx'
import { restoreDraft } from '../../editor/message/restore-draft.ts'
import type { MessageEditor } from '../../editor/message/use-message-editor.ts'
import { Button } from '../../ui/inputs/button.tsx'
import type { ComposerMode } from './composer-mode.ts'

/** Offers the author's draft of a conversation that was merged into this one. It can only be sent from here. */
export function MergedDraftLine({
  uuid,
  mode,
  message,
}: {
  uuid: string
  mode: ComposerMode
  message: MessageEditor
}) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const offered = useQuery({
    ...draftsQuery,
    select: (drafts) =>
      drafts.find(({ key, merged_into_uuid }) => merged_into_uuid === uuid && key.startsWith(`${mode}.`)),
  }).data
  const discard = async (key: string) => {
    await call(deleteDraft, { params: { key } })
    putDraftSummary(cache, key, null)
  }
  const use = useApiMutation(async (key: string) => {
    const { content } = await call(getDraft, { params: { key } })
    if (content) await restoreDraft(message, `${mode}.${uuid}`, content)
    await discard(key)
  })
  const remove = useApiMutation(discard)
  if (!offered) return null
  const isBusy = use.isPending || remove.isPending
  return (
    <DraftLine text={t('draft.merged', { text: offered.excerpt })}>
      <Button
        type="button"
        size="sm"
        variant="ghost"
        disabled={isBusy}
        onClick={() => remove.mutate(offered.key)}
      >
        {t('draft.conflict.discard')}
      </Button>
      <Button type="button" size="sm" disabled={isBusy} onClick={() => use.mutate(offered.key)}>
        {t('draft.merged.use')}
      </Button>
    </DraftLine>
  )
}
