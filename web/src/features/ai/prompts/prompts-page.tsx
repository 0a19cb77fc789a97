import { type AiPrompt, deleteAiPrompt, listAiPrompts, resetAiPrompt } from '@parley/contract/ai/ai-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, RotateCcw, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../../admin/entity-queries.ts'
import { EntityList } from '../../../admin/list/entity-list.tsx'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { showFailure, toast } from '../../../lib/toast.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { PROMPTS_PATH, promptPath } from '../ai-paths.ts'
import { AiTabs } from '../ai-tabs.tsx'

/** Prompts for rewriting an agent's text. */
export function PromptsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery(entitiesQuery('ai-prompts', listAiPrompts))
  const [deleting, setDeleting] = useState<AiPrompt | null>(null)
  const reset = async ({ id }: AiPrompt) => {
    try {
      await call(resetAiPrompt, { params: { id: String(id) } })
      toast.success(t('ai.prompt.was_reset'))
      await cache.invalidateQueries({ queryKey: queryKeys.aiPrompts })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <EntityList
      title={t('admin.ai')}
      lead={t('ai.prompts.lead')}
      icon={Sparkles}
      query={query}
      header={<AiTabs />}
      createAction={{ label: t('ai.prompt.new'), to: `${PROMPTS_PATH}/new` }}
      empty={{ title: t('ai.prompts.empty'), text: t('ai.prompts.lead') }}
      toRow={(prompt) => ({
        id: prompt.id,
        name: prompt.title,
        details: t(prompt.is_builtin ? 'ai.prompt.builtin' : 'ai.prompt.own'),
        badge: prompt.is_changed && <Badge>{t('ai.prompt.changed')}</Badge>,
        open: { to: promptPath(prompt.id) },
        actions: [
          {
            label: t('ai.prompt.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: promptPath(prompt.id) }),
          },
          ...(prompt.is_changed
            ? [{ label: t('ai.prompt.reset'), icon: RotateCcw, onClick: () => void reset(prompt) }]
            : []),
          ...(prompt.is_builtin
            ? []
            : [
                {
                  label: t('ai.prompt.delete'),
                  icon: Trash2,
                  danger: true,
                  onClick: () => setDeleting(prompt),
                },
              ]),
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('ai.prompt.delete.title', { name: deleting.title })}
          confirmLabel={t('ai.prompt.delete')}
          successMessage={t('ai.prompt.deleted')}
          invalidateKey={queryKeys.aiPrompts}
          onConfirm={() => call(deleteAiPrompt, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        >
          {t('ai.prompt.delete.text')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
